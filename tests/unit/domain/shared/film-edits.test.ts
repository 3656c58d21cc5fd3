import { expect, test } from 'vitest';
import { isOutsideShownPart, readEdits } from '#domain/drafts/film-edits.ts';
import { box } from '#tests/support/media/hostile.ts';

/** 32-bit numbers, as boxes have them. */
function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, index * 4);
  return bytes;
}

const unitsPerSec = 600;
const header = box('mvhd', numbers(0, 0, 0, unitsPerSec));
const normal = 0x10000;
const list = (...entries: [units: number, from: number, speed: number][]) =>
  box('elst', numbers(0, entries.length, ...entries.flat()));
const film = (...edits: Buffer[]) =>
  Buffer.concat([
    box('ftyp', 'isom'),
    box('moov', header, box('trak', box('tkhd', numbers(3, 0, 0, 7)), box('edts', ...edits))),
  ]);
const read = (bytes: Buffer) =>
  readEdits({ sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) });

test('an edit list gives the shown part of a track, on the movie’s timescale', async () => {
  expect(await read(film(list([1200, 900, normal])))).toEqual(
    new Map([[7, { fromSecs: 0, toSecs: 2, isOnePart: true }]]),
  );
});

test('an empty edit at the front shifts the start', async () => {
  expect((await read(film(list([300, -1, normal], [1200, 0, normal])))).get(7)).toEqual({
    ...{ fromSecs: 0.5, toSecs: 2.5, isOnePart: true },
  });
});

test('an edit without a duration shows everything that follows', async () => {
  expect((await read(film(list([0, 10, normal])))).get(7)?.toSecs).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['several parts', list([600, 0, normal], [600, 3000, normal])],
  ['another speed', list([600, 0, normal / 2])],
])('a list with %s isn’t a single part', async (_, edits) => {
  expect((await read(film(edits))).get(7)?.isOnePart).toBe(false);
});

test('a 64-bit list is read', async () => {
  const long = Buffer.alloc(24);
  long.writeUInt8(1, 0);
  long.writeUInt32BE(1, 4);
  long.writeBigUInt64BE(1200n, 8);
  long.writeBigInt64BE(900n, 16);
  const whole = Buffer.concat([long, numbers(normal)]);
  expect((await read(film(box('elst', whole)))).get(7)).toMatchObject({ toSecs: 2, isOnePart: true });
});

test.each([
  ['is empty', Buffer.alloc(0)],
  ['is truncated', film(list([1200, 0, normal])).subarray(0, 40)],
  ['isn’t a video', Buffer.from('#EXTM3U and more than sixteen bytes of it')],
  ['has a list of four billion entries', film(box('elst', numbers(0, -1)))],
  ['has a box without an end', Buffer.concat([numbers(1), Buffer.from('moov'), Buffer.alloc(8, 0xff)])],
])('a file that %s has no edit list', async (_, bytes) => {
  expect(await read(bytes)).toEqual(new Map());
});

test('a track is cut off if it ends before the shown part, or begins after it', () => {
  const shown = { fromSecs: 0, toSecs: 2, isOnePart: true };
  const isOff = (startSecs: number, endSecs: number) => isOutsideShownPart(shown, { startSecs, endSecs });
  expect([isOff(-1, 0), isOff(-1, 0.1), isOff(1, 2), isOff(1.9, 2.5), isOff(2, 3)]).toEqual([
    ...[true, false, false, false, true],
  ]);
});
