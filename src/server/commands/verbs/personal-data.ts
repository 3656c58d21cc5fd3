import { resolve } from 'node:path';
import { eraseCommand, exportCommand } from '#server/control/personal-data-commands.ts';
import { UsageError } from '#server/control/program.ts';
import type { SubjectKind } from '#server/services/admin/personal-data/fates.ts';
import { erasedText, exportText } from '#server/services/admin/personal-data/in-words.ts';
import { type Verb, type Verbs, verbResult } from './verb.ts';

const exporting = (kind: SubjectKind): Verb => ({
  argument: `the email of a ${kind}`,
  takes: ['to'],
  run: (named, { to }) => {
    if (to === undefined) throw new UsageError('Expected --to with a new folder.');
    // npm runs this in the project's folder, wherever it was called.
    const folder = resolve(process.env.INIT_CWD ?? '.', to);
    return verbResult(exportCommand, { kind, named, folder }, exportText);
  },
});

const erasing = (kind: SubjectKind): Verb => ({
  argument: `the email of a ${kind}`,
  takes: ['confirm'],
  run: (named, { confirm }) =>
    verbResult(eraseCommand, { kind, named, isConfirmed: confirm !== undefined }, erasedText),
});

export const personalDataVerbs: Verbs = {
  help: `
  export-creator EMAIL --to FOLDER      writes everything about a creator to a new folder: rows as JSON, and files
  export-brand EMAIL --to FOLDER        does the same for a brand
  erase-creator EMAIL [--confirm]       shows what would be erased; with --confirm, erases it for good. Amounts and view
                                        counts stay, without names. Refused while offers are open or earnings not cleared
  erase-brand EMAIL [--confirm]         does the same for a brand. Refused while campaigns or payments are open, or money
                                        is left`,
  verbs: {
    'export-creator': exporting('creator'),
    'export-brand': exporting('brand'),
    'erase-creator': erasing('creator'),
    'erase-brand': erasing('brand'),
  },
};
