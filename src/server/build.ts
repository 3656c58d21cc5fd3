import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Build } from '#contract/calls/version.ts';
import { buildFile } from './paths.ts';

const fileSchema = v.object({ version: v.string(), commit: v.optional(v.nullable(v.string()), null) });
const packagedSchema = v.object({ packaged: v.optional(v.boolean(), false) });

/** The build that this process runs: build.json, or package.json without a commit when running from the sources. */
export const readBuild = (file = buildFile()): Build => v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));

/** A command as the operator types it: `npx afield` for an installed package, otherwise an npm script. */
export function commandLineFor(command: string, file = buildFile()): string {
  const { packaged } = v.parse(packagedSchema, JSON.parse(readFileSync(file, 'utf8')));
  return packaged ? `npx afield ${command}` : `npm run ${command} --`;
}
