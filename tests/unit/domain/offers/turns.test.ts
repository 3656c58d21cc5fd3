import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextJobFairly, type Party, type TurnsTaken } from '#domain/drafts/turns.ts';

interface Work {
  brand: string;
  offer: string;
  name: string;
}

/** Runs all work one by one, as a single process does. @returns names in the order of their turns */
function played(waiting: readonly Work[]): string[] {
  const done: Work[] = [];
  const isOf = ([brand, offer]: Party, work: Work) =>
    work.brand === brand && (offer === undefined || work.offer === offer);
  const taken: TurnsTaken = {
    running: () => 0,
    lastTurn(party) {
      const last = done.findLastIndex((work) => isOf(party, work));
      return last < 0 ? null : last;
    },
  };
  for (let left = [...waiting]; left.length > 0; ) {
    const next = nextJobFairly(left, ({ brand, offer }) => [brand, offer], taken);
    if (next === null) break;
    done.push(next);
    left = left.filter((work) => work !== next);
  }
  return done.map(({ name }) => name);
}

const work = (text: string): Work[] =>
  text.split(' ').map((name) => ({ brand: name.slice(0, 1), offer: name.slice(0, 2), name }));

test('brands take turns, even if one of them has queued much work', () => {
  expect(played(work('a1x a2x a3x b1x c1x'))).toEqual(['a1x', 'b1x', 'c1x', 'a2x', 'a3x']);
});

test('offers of a brand take turns', () => {
  expect(played(work('a1x a1y a1z a2x b1x b1y b2x'))).toEqual(['a1x', 'b1x', 'a2x', 'b2x', 'a1y', 'b1y', 'a1z']);
});

test('a brand with less work in progress is first', () => {
  const running = ([brand]: Party) => (brand === 'a' ? 1 : 0);
  const next = nextJobFairly(work('a1x b1x'), ({ brand, offer }) => [brand, offer], { running, lastTurn: () => null });
  expect(next?.name).toBe('b1x');
});

test('an empty queue has no next turn', () => {
  expect(nextJobFairly([], () => [], { running: () => 0, lastTurn: () => null })).toBeNull();
});

test('between two turns of a queued brand, no other brand has more than one', () => {
  const one = fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (names) => {
      const waiting = names.map((offer, index) => ({ brand: offer.slice(0, 1), offer, name: `${offer}.${index}` }));
      const brands = played(waiting).map((name) => name.slice(0, 1));
      for (const brand of new Set(brands)) {
        const last = brands.lastIndexOf(brand);
        let since: string[] = [];
        for (const turn of brands.slice(0, last + 1)) {
          if (turn === brand) since = [];
          else since.push(turn);
          expect(new Set(since).size).toBe(since.length);
        }
      }
    }),
  );
});
