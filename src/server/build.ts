import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Build } from '#contract/calls/version.ts';
import { buildFile } from './paths.ts';

const fileSchema = v.object({ version: v.string(), commit: v.optional(v.nullable(v.string()), null) });
const packagedSchema = v.object({ packaged: v.optional(v.boolean(), false) });

/** The build that this process runs: its note, or package.json where it runs from the sources, which knows no commit. */
export const readBuild = (file = buildFile()): Build => v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));

/** The operator's call of a command: `npx afield` where the server is an installed package, else an npm script. */
export function callOf(command: string, file = buildFile()): string {
  const { packaged } = v.parse(packagedSchema, JSON.parse(readFileSync(file, 'utf8')));
  return packaged ? `npx afield ${command}` : `npm run ${command} --`;
}
