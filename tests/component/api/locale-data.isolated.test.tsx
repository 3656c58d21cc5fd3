import { expect, test, vi } from 'vitest';

/** The module that formats. Mantine's index loads components that the build leaves out. */
const caller = ({ stack = '' }: Error) =>
  stack.split('\n').find((line) => line.includes(' at ') && !/@vitest|locale-data/.test(line)) ?? stack;

// Engines load locale data on first use: 40 ms on a phone, and once most of the time that the app's modules took.
test('loading the app formats nothing by locale', async () => {
  const used: string[] = [];
  const note = () => {
    const line = caller(new Error('formats'));
    if (!line.includes('/node_modules/')) used.push(line.trim());
  };
  for (const name of ['DateTimeFormat', 'ListFormat', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat'] as const) {
    const noted = new Proxy<object>(Intl[name], {
      construct(target, given, newTarget) {
        note();
        return Reflect.construct(target as new () => object, given, newTarget);
      },
    });
    Object.assign(Intl, { [name]: noted });
  }
  vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function format(this: number) {
    note();
    return String(this);
  });
  vi.resetModules();
  await import('#src/router.ts');
  expect(used).toEqual([]);
});
