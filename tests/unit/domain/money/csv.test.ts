import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRecord, csvReader } from '#domain/statements/csv.ts';

function read(...pieces: string[]): CsvRecord[] {
  const reader = csvReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}
const cellsOf = (text: string) => read(text).map(({ cells }) => cells);

describe('RFC 4180', () => {
  test.each([
    ['a plain record', 'a,b\n', [['a', 'b']]],
    [
      'no line end at the end',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'lines ended by CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'lines ended by CR',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['quoted cells', '"a","b"\n', [['a', 'b']]],
    ['a comma in quotes', '"a,b",c\n', [['a,b', 'c']]],
    ['a doubled quote', '"say ""hi""",x\n', [['say "hi"', 'x']]],
    ['an empty quoted cell', '"",x\n', [['', 'x']]],
    ['line ends in quotes', '"a\r\nb\nc",x\n', [['a\r\nb\nc', 'x']]],
    ['a quote inside a cell is a character', 'a"b,c\n', [['a"b', 'c']]],
    ['spaces belong to the cell', ' a , b\n', [[' a ', ' b']]],
  ])('%s', (_, text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });
});

test('a byte order mark isn’t part of the first cell', () => {
  expect(cellsOf('\uFEFFa,b\n')).toEqual([['a', 'b']]);
  expect(cellsOf('\uFEFF"a,1",b\n')).toEqual([['a,1', 'b']]);
});

test('blank lines, including a spreadsheet’s rows of commas, are skipped but counted', () => {
  expect(read('a,b\n\n , \n,\nc,d\n').map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a', 'b'],
    [5, 'c', 'd'],
  ]);
});

test('a record has the number of its first line', () => {
  expect(read('a,b\r\n"1\r\n2\r3\n4",x\r\ny,z\r\n').map(({ line }) => line)).toEqual([1, 2, 6]);
});

describe('unreadable records cost only their own line', () => {
  const problems = (text: string) => read(text).map(({ line, problem, cells }) => [line, problem ?? cells.join('|')]);

  test('text after a closing quote', () => {
    expect(problems('a,b\n"x"y,1\nc,d\n')).toEqual([
      [1, 'a|b'],
      [2, 'Text follows a closing quote.'],
      [3, 'c|d'],
    ]);
  });

  test('more or fewer cells than the header', () => {
    expect(problems('a,b\n1\n1,2,3\nc,d')).toEqual([
      [1, 'a|b'],
      [2, 'Expected 2 cells, found 1.'],
      [3, 'Expected 2 cells, found 3.'],
      [4, 'c|d'],
    ]);
  });

  test('a quote that is never closed', () => {
    expect(problems('a,b\n"x,1\nc,d\ne,f\n')).toEqual([
      [1, 'a|b'],
      [2, 'A quote is never closed.'],
      [3, 'c|d'],
      [4, 'e|f'],
    ]);
  });

  test('a quote that is closed too late to be intended', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `${at},value\n`).join('');
    const found = problems(`a,b\n"x,1\n${rows}"y",2\n`);
    expect(found.length).toBe(10_003);
    expect(found[1]).toEqual([2, 'A quote is never closed.']);
    expect(found.at(-1)).toEqual([10_003, 'y|2']);
  });
});

test('an overlong line is reported once and skipped, wherever it is split', () => {
  const text = `a,b\r\n${'x'.repeat(70_000)}\r\nc,d\r\n`;
  const expected = [
    { line: 1, cells: ['a', 'b'], problem: null },
    { line: 2, cells: [], problem: 'The line has more than 65536 characters.' },
    { line: 3, cells: ['c', 'd'], problem: null },
  ];
  expect(read(text)).toEqual(expected);
  for (const at of [66_000, 69_000, 70_005, 70_006, 70_007]) {
    expect([at, read(text.slice(0, at), text.slice(at))]).toEqual([at, expected]);
  }
});

test('a file with one endless line isn’t buffered', () => {
  const reader = csvReader();
  const piece = 'x'.repeat(65_536);
  const found = Array.from({ length: 100 }, () => reader.push(piece)).flat();
  expect([...found, ...reader.end()].length).toBe(1);
});

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '💥', '"', ',', '\n', '\r', ' ', '\uFEFF'), maxLength: 8 }),
  fc.string({ maxLength: 8 }),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
  .filter((rows) => rows.every((row) => row.some((text) => text.trim() !== '')));
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const written = (rows: string[][], end: string) => rows.map((row) => row.map(quoted).join(',') + end).join('');

test('written records are read back, wherever the file is split', () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, ends, fc.boolean(), cuts, (rows, end, mark, places) => {
      const text = (mark ? '\uFEFF' : '') + written(rows, end);
      const at = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
      const pieces = at.slice(1).map((to, index) => text.slice(at[index], to));
      const records = read(...pieces);
      expect(records.map(({ problem }) => problem).filter((problem) => problem !== null)).toEqual([]);
      expect(records.map(({ cells }) => cells)).toEqual(rows);
    }),
    { numRuns: 300 },
  );
});

test('any text is parsed without an error, and the same wherever it is split', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\uFEFF'), maxLength: 60 });
  fc.assert(
    fc.property(text, (whole) => {
      expect(read(...whole)).toEqual(read(whole));
    }),
    { numRuns: 500 },
  );
});
