import type { Mutant } from '../mutant.ts';

const tests = ['--project', 'conformance', 'tests/conformance/backups/export-brand.test.ts'];

/** Faults of moving a brand to another installation. */
export const moveBrandMutants: readonly Mutant[] = [
  {
    name: 'imported-books-unchecked',
    file: 'src/server/backup/brand/import-brand.ts',
    tests,
    find: 'await requireSoundBooks(tx, brand.id, done.payoutIds);',
    replace: '',
    harm: 'A brand is imported with inconsistent books, and its balance is wrong for good.',
  },
  {
    name: 'other-creators-exported',
    file: 'src/server/services/admin/personal-data/moved-tables.ts',
    tests,
    find: 'lower(c.username) = lower(a.username) where c.brand_id',
    replace: 'lower(c.username) = lower(a.username) where true or c.brand_id',
    harm: 'A brand that moves takes along the email addresses of creators whom only other brands know.',
  },
];
