import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextSettled, nextSlots, rowsBetween, type Slot, type Span, slotsOf, slotsOfChanged } from '#ui/row-slots.ts';

const span = (first: number, last: number): Span => ({ first, last });
const keyOf = (row: number) => `row ${row}`;
const whole = (first: number, last: number, pieces = 1) => slotsOf(span(first, last), pieces, keyOf);
/** Which rows stand, in the order of their slots; a dot for each piece that is missing. */
const rowsOf = (slots: readonly Slot[], pieces = 1) =>
  slots.map(({ row, pieces: stand }) => `${row}${'.'.repeat(pieces - stand)}`).join(' ');

interface Look {
  wanted: Span;
  seen: Span;
  pieces?: number;
  piecesAtOnce?: number;
  held?: number | null;
}

function untilTheSame(from: readonly Slot[], next: (slots: readonly Slot[]) => readonly Slot[]): (readonly Slot[])[] {
  const all: (readonly Slot[])[] = [];
  let last = from;
  for (let at = 0; at < 200; at += 1) {
    const slots = next(last);
    if (slots === last) return all;
    all.push(slots);
    last = slots;
  }
  throw new Error('It never ends.');
}

/** What stands step after step, until nothing is left to do. */
const steps = (from: readonly Slot[], { pieces = 1, held = null, ...look }: Look): (readonly Slot[])[] =>
  untilTheSame(from, (slots) => nextSlots(slots, { ...look, pieces, keyOf, held }));
/** The same once one stands still. */
const settling = (from: readonly Slot[], wanted: Span): (readonly Slot[])[] =>
  untilTheSame(from, (slots) => nextSettled(slots, { wanted, held: null }));
const shown = (from: readonly Slot[], look: Look) => steps(from, look).map((slots) => rowsOf(slots, look.pieces));

describe('the next step', () => {
  test('what is seen comes first, then what is near, in the slots of what has gone farthest', () => {
    expect(shown(whole(0, 4), { wanted: span(2, 6), seen: span(3, 5) })).toEqual(['5 1 2 3 4', '5 6 2 3 4']);
    expect(shown(whole(3, 7), { wanted: span(1, 5), seen: span(2, 4) })).toEqual(['3 4 5 6 2', '3 4 5 1 2']);
  });

  test('after a jump it begins with the first row that is seen', () => {
    expect(shown(whole(0, 2), { wanted: span(99, 101), seen: span(100, 100) })).toEqual([
      '100 1 2',
      '100 99 2',
      '100 99 101',
    ]);
  });

  test('a slot that there was not is made piece by piece, one that becomes another row is whole', () => {
    expect(shown(whole(0, 1, 3), { wanted: span(0, 2), seen: span(0, 2), pieces: 3 })).toEqual([
      '0 1 2..',
      '0 1 2.',
      '0 1 2',
    ]);
    expect(shown(whole(0, 1, 3), { wanted: span(1, 2), seen: span(1, 2), pieces: 3 })).toEqual(['2 1']);
  });

  test('a piece that can wait comes once no row is missing, where it is seen first; a row that had it loses it', () => {
    const look = { wanted: span(2, 6), seen: span(4, 6), pieces: 2, piecesAtOnce: 1 };
    expect(shown(whole(0, 4, 2), look)).toEqual(['5. 1 2 3 4', '5. 6. 2 3 4', '5 6. 2 3 4', '5 6 2 3 4']);
    const upwards = { ...look, wanted: span(1, 5), seen: span(2, 4) };
    expect(shown(whole(3, 7, 2), upwards)).toEqual(['3 4 5 6 2.', '3 4 5 1. 2.', '3 4 5 1. 2', '3 4 5 1 2']);
    expect(
      rowsOf(steps(whole(0, 0, 3), { ...look, wanted: span(9, 9), seen: span(9, 9), pieces: 3 })[0] ?? [], 3),
    ).toBe('9..');
  });

  test('a row that had begun and is gone gives its slot away, and what it lacks comes there', () => {
    const [first] = steps(whole(0, 1, 2), { wanted: span(0, 2), seen: span(0, 2), pieces: 2 });
    expect(rowsOf(first ?? [], 2)).toBe('0 1 2.');
    const after = { wanted: span(7, 9), seen: span(7, 9), pieces: 2 };
    expect(shown(first ?? [], after)).toEqual(['7 1 2.', '7 8 2.', '7 8 9.', '7 8 9']);
  });

  test('the row that is used stays, however far away', () => {
    const look = { wanted: span(50, 52), seen: span(50, 52), held: 1 };
    expect(shown(whole(0, 2), look).at(-1)).toBe('50 1 51 52');
  });

  test('wherever one goes: in the end all that is wanted stands, each once and whole, under ids and keys of its own', () => {
    const look = fc.record({
      at: fc.nat(200),
      lines: fc.integer({ min: 0, max: 8 }),
      steps: fc.nat(30),
      held: fc.option(fc.nat(220)),
    });
    fc.assert(
      fc.property(
        fc.array(look, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(3),
        (looks, pieces, later) => {
          const piecesAtOnce = Math.max(1, pieces - later);
          let slots = whole(0, 5, pieces);
          const check = () => {
            expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length);
            expect(new Set(slots.map(({ row }) => row)).size).toBe(slots.length);
            expect(slots.every(({ row, key }) => key === keyOf(row))).toBe(true);
          };
          for (const { at, lines, held, ...left } of looks) {
            const seen = span(at, at + lines);
            const given = {
              wanted: span(Math.max(0, at - 2), at + lines + 2),
              seen,
              pieces,
              piecesAtOnce,
              keyOf,
              held,
            };
            const heldSlot = slots.find(({ row }) => row === held);
            for (let step = 0; step < left.steps; step += 1) {
              const before = slots;
              slots = nextSlots(before, given);
              check();
              expect(slots.length - before.length, 'no more than it takes').toBeLessThanOrEqual(1);
            }
            if (heldSlot) expect(slots.find(({ id }) => id === heldSlot.id)?.row).toBe(held);
          }
          const seen = span(90, 95);
          const wanted = span(88, 97);
          const last = steps(slots, { wanted, seen, pieces, piecesAtOnce }).at(-1) ?? slots;
          const settled = settling(last, wanted).at(-1) ?? last;
          const rows = settled.map(({ row }) => row);
          expect(rows).toEqual(rows.toSorted((a, b) => a - b));
          for (let row = wanted.first; row <= wanted.last; row += 1) expect(rows).toContain(row);
          expect(settled.length).toBeLessThanOrEqual(10 + 2);
          expect(settled.filter(({ row }) => row >= 88 && row <= 97).every((slot) => slot.pieces === pieces)).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('standing still', () => {
  test('one slot after the other comes where it belongs, under the id it had', () => {
    const wanted = span(2, 6);
    const last = steps(whole(0, 4), { wanted, seen: span(3, 5) }).at(-1) ?? [];
    expect(rowsOf(last)).toBe('5 6 2 3 4');
    const settled = settling(last, wanted);
    expect(settled.map((slots) => rowsOf(slots))).toEqual(['5 2 3 4 6', '2 3 4 5 6']);
    expect(settled.at(-1)?.map(({ id }) => id)).toEqual([2, 3, 4, 0, 1]);
  });

  test('a step moves one slot towards the end, past others that keep their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...Array(20).keys()], { minLength: 2 }), (rows) => {
        const from = rows.map((row, id) => ({ id, row, key: keyOf(row), pieces: 1 }));
        let before: readonly Slot[] = from;
        for (const after of settling(from, span(0, 19))) {
          const at = before.findIndex((slot, index) => slot !== after[index]);
          const moved = before[at];
          if (moved === undefined) throw new Error('A step has changed nothing.');
          expect(after.filter((slot) => slot !== moved)).toEqual(before.filter((slot) => slot !== moved));
          expect(after.indexOf(moved)).toBeGreaterThan(at);
          before = after;
        }
        expect(before.map(({ row }) => row)).toEqual(rows.toSorted((a, b) => a - b));
      }),
    );
  });

  test('of what nobody wants two stay, the nearest, and what is used', () => {
    expect(rowsOf(nextSettled(whole(0, 9), { wanted: span(4, 7), held: null }))).toBe('3 4 5 6 7 8');
    expect(rowsOf(nextSettled(whole(0, 9), { wanted: span(4, 7), held: 0 }))).toBe('0 3 4 5 6 7 8');
  });
});

describe('a list that has changed', () => {
  const listed = (names: string) => {
    const all = names.split(' ');
    return { count: all.length, pieces: 1, keyOf: (row: number) => all[row] ?? '', held: null };
  };
  const before = slotsOf(span(1, 3), 1, listed('a b c d e').keyOf);
  const named = (slots: readonly Slot[]) => slots.map(({ id, row, key }) => `${row} ${key} in ${id}`);

  test('that is the same, or only longer, leaves all as it is', () => {
    expect(slotsOfChanged(before, listed('a b c d e'))).toBe(before);
    expect(slotsOfChanged(before, listed('a b c d e f'))).toBe(before);
  });

  test('what came above moves the others, each in its own slot', () => {
    const after = slotsOfChanged(before, listed('new a b c d e'));
    expect(named(after)).toEqual(['1 a in 2', '2 b in 0', '3 c in 1']);
  });

  test('what is gone leaves its slot to what came', () => {
    expect(named(slotsOfChanged(before, listed('a b d e')))).toEqual(['1 b in 0', '2 d in 2', '3 e in 1']);
    expect(named(slotsOfChanged(before, listed('x y z w')))).toEqual(['1 y in 0', '2 z in 1', '3 w in 2']);
  });

  test('what was used and is gone takes its slot along', () => {
    expect(named(slotsOfChanged(before, { ...listed('a b d e'), held: 2 }))).toEqual([
      '1 b in 0',
      '2 d in 2',
      '3 e in 3',
    ]);
  });

  test('a shorter one has fewer', () => {
    expect(named(slotsOfChanged(before, listed('a b')))).toEqual(['1 b in 0']);
    expect(slotsOfChanged(before, listed('a'))).toEqual([]);
  });
});

test('rows are where their height says, and the nearest stands for what is beyond the list', () => {
  const rows = { count: 10, pitchPx: 100, columns: 1 };
  expect(rowsBetween(250, 549, rows)).toEqual(span(2, 5));
  expect(rowsBetween(200, 400, rows)).toEqual(span(2, 4));
  expect(rowsBetween(-900, -100, rows), 'above its top').toEqual(span(0, 0));
  expect(rowsBetween(-300, 50, rows)).toEqual(span(0, 0));
  expect(rowsBetween(1_500, 2_000, rows), 'below its end').toEqual(span(9, 9));
  expect(rowsBetween(150, 850, rows, 2)).toEqual(span(0, 9));
  expect(rowsBetween(450, 550, rows, 2)).toEqual(span(2, 7));
});

test('of rows beside each other a line is wanted as a whole', () => {
  const rows = { count: 20, pitchPx: 100, columns: 3 };
  expect(rowsBetween(250, 449, rows)).toEqual(span(6, 14));
  expect(rowsBetween(250, 449, rows, 1)).toEqual(span(3, 17));
  expect(rowsBetween(550, 900, rows), 'the last line is not full').toEqual(span(15, 19));
});
