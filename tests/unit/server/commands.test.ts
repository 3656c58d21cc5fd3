import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { commands, paragraphs, tasks } from '#server/commands/all.ts';
import { defineCommand } from '#server/control/command.ts';
import { UsageError } from '#server/control/program.ts';

const all = paragraphs.flat();

describe('the commands of npm run admin', () => {
  test('have unique names, as do the tasks', () => {
    expect(commands.size).toBe(all.length);
    expect(all.filter(({ task }) => tasks.get(task.name) !== task)).toEqual([]);
  });

  test('use each option consistently as a flag or with a value', () => {
    const kinds = new Map<string, string>();
    for (const [option, { type }] of all.flatMap(({ options }) => Object.entries(options))) {
      expect([option, kinds.get(option) ?? type]).toEqual([option, type]);
      kinds.set(option, type);
    }
    expect([...kinds.keys()].filter((option) => ['json', 'key', 'help'].includes(option))).toEqual([]);
  });

  test('list each flag in their usage', () => {
    const missing = all.flatMap(({ name, usage, options }) =>
      Object.entries(options)
        .filter(([option, { type }]) => type === 'boolean' && !usage.includes(`--${option}`))
        .map(([option]) => `${name} --${option}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('a command line', () => {
  const parcel = defineCommand({
    name: 'send',
    usage: 'PARCEL --to CITY [--by CARRIER] [--fast]',
    help: 'sends a parcel',
    argument: 'a parcel',
    needs: { to: 'Expected --to with a city.' },
    takes: ['by'],
    flags: ['fast'],
    input: v.object({}),
    result: v.object({}),
    run: async () => ({}),
    call: (name, { to, by, fast }) => ({ input: { name, to, by, fast }, words: () => 'Sent.' }),
  });

  test('is parsed with its options, and a missing flag is false', () => {
    expect(parcel.read(['book'], { to: 'Bern' }).input).toEqual({ name: 'book', to: 'Bern', fast: false });
    const all = { fast: true, by: 'DHL', to: 'Bern' };
    expect(parcel.read(['book'], all).input).toEqual({ name: 'book', to: 'Bern', by: 'DHL', fast: true });
  });

  test('yields its options in a fixed order, since the key is a hash of the input', () => {
    const free = defineCommand({
      name: 'free',
      takes: ['a', 'b'],
      input: v.unknown(),
      result: v.object({}),
      run: async () => ({}),
      call: (_, given) => ({ input: given, words: () => '' }),
    });
    const written = (given: object) => JSON.stringify(free.read([], { ...given }).input);
    expect(written({ b: '2', a: '1' })).toBe(written({ a: '1', b: '2' }));
  });

  test.each([
    [[], { to: 'Bern' }, 'Expected a parcel.'],
    [['book', 'pen'], { to: 'Bern' }, 'send takes one argument.'],
    [['book'], {}, 'Expected --to with a city.'],
    [['book'], { to: 'Bern', at: '9' }, 'send has no option --at.'],
  ])('%j with %j is refused', (positionals, given, message) => {
    expect(() => parcel.read(positionals, given)).toThrow(new UsageError(message));
  });
});
