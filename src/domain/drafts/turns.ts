/** Whom a piece of work is for, the widest party first: a brand, or a brand and one of its offers. */
export type Party = readonly string[];

/** Turns that parties have had so far. */
export interface TurnsTaken {
  /** Pieces of work of a party that are under way. */
  running(party: Party): number;
  /** Time of a party's last turn, on any clock; null for one that has had none. */
  lastTurn(party: Party): number | null;
}

/**
 * Picks the piece of work that is next, so that a party with much work delays others by one piece at most. Of the widest parties the
 * one with the least work under way is next, then the one whose last turn is longest ago; within it the same holds for the next level.
 * @param waiting work in the order in which it came, which decides between equals
 * @returns null if nothing is waiting
 */
export function nextInTurn<T>(waiting: readonly T[], partyOf: (work: T) => Party, taken: TurnsTaken): T | null {
  let next: { work: T; rank: number[] } | null = null;
  for (const work of waiting) {
    const party = partyOf(work);
    const rank = party.flatMap((_, level) => {
      const part = party.slice(0, level + 1);
      return [taken.running(part), taken.lastTurn(part) ?? Number.NEGATIVE_INFINITY];
    });
    if (next === null || isBefore(rank, next.rank)) next = { work, rank };
  }
  return next?.work ?? null;
}

/** Compares number by number. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const compared = other[index] ?? 0;
    if (value !== compared) return value < compared;
  }
  return false;
}
