import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, parseConfig, parseDataConfig } from '#server/config.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const secret = 's'.repeat(40);

function fileWith(text: string): string {
  const file = join(newFolder(), 'secret');
  writeFileSync(file, text);
  return file;
}

function problemsOf(parse: typeof parseConfig | typeof parseDataConfig, env: Record<string, string>) {
  try {
    parse(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a value is read from the file in NAME_FILE, without its trailing line break', () => {
  const DATABASE_URL_FILE = fileWith('postgres://u:p@db.example/afield\n');
  const env = { DATABASE_URL_FILE, SESSION_SECRET_FILE: fileWith(`${secret}\r\n`) };
  const expected = { databaseUrl: 'postgres://u:p@db.example/afield', sessionSecret: secret };
  expect(parseConfig(env)).toMatchObject({ ...expected, seedDemo: false });
  expect(parseDataConfig(env)).toMatchObject(expected);
});

test('a file’s content is validated like a variable, and never repeated in errors', () => {
  expect(problemsOf(parseConfig, { SESSION_SECRET_FILE: fileWith('too-short') })).toEqual([
    'SESSION_SECRET: expected a secret of at least 32 bytes.',
  ]);
});

test.each([
  ['missing', () => '/nowhere/secret', 'SESSION_SECRET_FILE: expected a file that can be read (ENOENT).'],
  ['a folder', () => newFolder(), 'SESSION_SECRET_FILE: expected a file that can be read (EISDIR).'],
  ['empty', () => fileWith('\n'), 'SESSION_SECRET_FILE: expected a file with a value; it is empty.'],
])('a file that is %s is refused', (_, file, problem) => {
  const env = { SESSION_SECRET_FILE: file() };
  expect(problemsOf(parseConfig, env)).toEqual([problem]);
  expect(problemsOf(parseDataConfig, env)).toEqual([problem]);
});

test('a variable is refused together with its file, and an empty one counts as unset', () => {
  const SESSION_SECRET_FILE = fileWith(secret);
  expect(problemsOf(parseConfig, { SESSION_SECRET: secret, SESSION_SECRET_FILE })).toEqual([
    'SESSION_SECRET_FILE: set either this or SESSION_SECRET.',
  ]);
  expect(parseConfig({ SESSION_SECRET: ' ', SESSION_SECRET_FILE }).sessionSecret).toBe(secret);
  expect(parseConfig({ SESSION_SECRET: secret, SESSION_SECRET_FILE: '' }).sessionSecret).toBe(secret);
});

test('commands read only the files of settings that they need', () => {
  expect(problemsOf(parseDataConfig, { SMTP_URL_FILE: join(newFolder(), 'none') })).toEqual([]);
});
