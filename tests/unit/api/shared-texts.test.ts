import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { internStrings } from '#app/shell/shared-texts.ts';

test('sharing texts leaves the value unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(internStrings(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('rows that repeat texts take at most a third of the memory, in long lists and short ones', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const guideline = 'Don’t speed the video up or down so that the product can’t be seen.';
  const pageJson = (page: number) =>
    JSON.stringify(
      Array.from({ length: 20 }, (_, row) => ({ id: `row ${page} ${row}`, donts: [1, 2, 3, 4].map(() => guideline) })),
    );
  const bytesOf = (read: (json: string) => unknown) => {
    const pages: unknown[] = [];
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    // The process's own allocations add some hundred kilobytes to a measurement, which many pages outweigh.
    for (let page = 0; page < 3_000; page += 1) pages.push(read(pageJson(page)));
    collectGarbage();
    return (process.memoryUsage().heapUsed - before) / pages.length;
  };
  const plain = bytesOf((json) => JSON.parse(json));
  expect(bytesOf((json) => internStrings(JSON.parse(json)))).toBeLessThan(plain / 3);
});
