import { expect, test } from 'vitest';
import { projectFiles, read, targetOf } from './files.ts';

/** Modules with large libraries behind them that most runs never need. */
const heavy: Record<string, RegExp> = {
  'src/server/services/files/stores/s3.ts': /^@aws-sdk\//,
  'src/server/services/files/transfers/s3-uploads.ts': /^@tus\/s3-store$/,
  'src/server/services/ledger/payments/stripe/stripe.ts': /^stripe$/,
  'src/server/services/ledger/payments/paypal/paypal.ts': /^@paypal\/paypal-server-sdk$/,
  'src/app/reports/sentry.ts': /^@sentry\//,
};
const files = projectFiles(/\.tsx?$/, 'src', 'sw');

/** Modules that load before a file runs; types and dynamic imports don't count. */
function loadedFirst(path: string, source: string): string[] {
  const imports = source.matchAll(/^(?:import|export) (?!type\b)(?:[^'";]*? from )?'([^']+)'/gm);
  return [...imports].map(([, name = '']) => targetOf(path, name) ?? name);
}

test('the search distinguishes static from dynamic imports', () => {
  expect(loadedFirst('src/a/b.ts', "import {\n  c,\n} from '../c.ts';\nimport './d.ts';\nimport '#api/e.ts';")).toEqual(
    ['src/c.ts', 'src/a/d.ts', 'src/api/e.ts'],
  );
  expect(loadedFirst('src/a.ts', "import type { B } from './b.ts';\nconst b = await import('./b.ts');")).toEqual([]);
});

test.each(Object.entries(heavy))('%s is loaded on demand, and only it imports its library', (path, library) => {
  const loaders = (wanted: (name: string) => boolean) =>
    files.filter((file) => loadedFirst(file, read(file)).some(wanted));
  expect(loaders((name) => library.test(name))).toEqual([path]);
  expect(
    loaders((name) => name === path),
    'the start must not wait for code that few screens need',
  ).toEqual([]);
});

test('lazy components are loaded with lazyPart, which retries on bad networks', () => {
  const lazy = /^import \{[^}]*\blazy\b[^}]*\} from 'react';$/m;
  expect(files.filter((file) => lazy.test(read(file)))).toEqual(['src/ui/loading/lazy-part.ts']);
});
