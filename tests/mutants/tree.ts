import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, plant } from './mutant.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Paths that the tests of worker, copy and stream need. */
const parts = ['src', 'sw', 'tests', 'docs', 'package.json', 'tsconfig.json', 'vite.config.ts'];

/** A copy of the sources in which faults are planted, so that the project's own are never modified. */
export interface Tree {
  readonly path: string;
  /** Plants a fault. @returns a function that removes it */
  plant(mutant: Mutant): () => void;
  remove(): void;
}

export function copyTree(): Tree {
  const path = mkdtempSync(join(tmpdir(), 'afield-mutants-'));
  for (const part of parts) cpSync(join(root, part), join(path, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'junction');
  return {
    path,
    plant(mutant) {
      const file = join(path, mutant.file);
      const source = readFileSync(file, 'utf8');
      writeFileSync(file, plant(mutant, source));
      return () => writeFileSync(file, source);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
