/** The owner of a job, from the widest scope to the narrowest: a brand, or a brand and one of its offers. */
export type Party = readonly string[];

/** Jobs that parties have had so far. */
export interface TurnsTaken {
  /** Number of a party's running jobs. */
  running(party: Party): number;
  /** Time of a party's last turn, on any clock; null if it has had none. */
  lastTurn(party: Party): number | null;
}

/**
 * Picks the next job, fairly, so a party with many jobs delays others by at most one job. Of the widest parties, the one with the
 * fewest running jobs is next, then the one whose last turn is longest ago. The same applies at each narrower level.
 * @param waiting jobs in order of arrival, which breaks ties
 * @returns null if no job is waiting
 */
export function nextJobFairly<T>(waiting: readonly T[], partyOf: (work: T) => Party, taken: TurnsTaken): T | null {
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

/** Compares lexicographically. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const compared = other[index] ?? 0;
    if (value !== compared) return value < compared;
  }
  return false;
}
