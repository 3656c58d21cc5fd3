import { readFileSync } from 'node:fs';
import type { Environment, Name } from './variables.ts';

/**
 * Reads variables from the files that `NAME_FILE` names, as container engines mount secrets. An unreadable or empty
 * file is a problem: the server would otherwise start without the secret.
 * @param names variables to look for
 */
export function withValueFiles(env: Environment, names: readonly Name[]): { env: Environment; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, string> = {};
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim();
    if (file === undefined || file === '') continue;
    if ((env[name]?.trim() ?? '') !== '') {
      problems.push(`${name}_FILE: set either this or ${name}.`);
      continue;
    }
    const value = valueIn(file);
    if (value instanceof Error) problems.push(`${name}_FILE: expected a file that can be read (${codeOf(value)}).`);
    else if (value === '') problems.push(`${name}_FILE: expected a file with a value; it is empty.`);
    else values[name] = value;
  }
  return { env: { ...env, ...values }, problems };
}

function valueIn(file: string): string | Error {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.message);
