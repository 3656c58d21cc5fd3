import { parseArgs } from 'node:util';
import { isOneOf } from '#domain/shared/keys.ts';
import type { Name } from './variables.ts';

/** Parts of the server that a process can run alone: serving requests, or all background work. */
const parts = ['web', 'jobs'] as const;
export type Part = (typeof parts)[number];

const expected = '--only: expected web or jobs, and no other arguments.';
const isPart = (text: string): text is Part => isOneOf(parts, text);

/** Parses the server's command line. */
export function readOnly(args: readonly string[]): { only: Part | null; problems: string[] } {
  try {
    const { only } = parseArgs({ args: [...args], options: { only: { type: 'string' } } }).values;
    if (only === undefined) return { only: null, problems: [] };
    return isPart(only) ? { only, problems: [] } : { only: null, problems: [expected] };
  } catch {
    return { only: null, problems: [expected] };
  }
}

/** Messages about required variables that a part lacks. */
export function partProblems(only: Part | null, isSet: (name: Name) => boolean): string[] {
  if (only === null) return [];
  const problems: string[] = [];
  if (!isSet('DATABASE_URL')) {
    problems.push(`DATABASE_URL: required with --only ${only}: only one process can use the embedded database.`);
  }
  if (only === 'jobs' && !isSet('PUBLIC_URL')) {
    problems.push('PUBLIC_URL: required with --only jobs: links in emails begin with it.');
  }
  return problems;
}
