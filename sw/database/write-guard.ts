/** Logical time at which a request was sent; its response is at least as recent. */
export interface Reading {
  readonly startedAt: number;
  readonly generation: number;
}

/**
 * Keeps late responses from overwriting newer data. For example, an approved offer must not revert to "in review" because an
 * older list arrives. Uses a logical clock, since real clocks jump. It lives as long as the worker, and no request outlives its
 * worker.
 */
export interface WriteGuard {
  /** Call this when a request starts. */
  begin(): Reading;
  /** Records that a record's content has changed. */
  wrote(key: string): void;
  /** True if a record was or may have been changed after the request started. */
  isOvertaken(reading: Reading, key: string): boolean;
  /** True if the request was made for the current session. */
  isCurrent(reading: Reading): boolean;
  /** True if records of this brand may be stored. */
  isAdmitted(brandId: string): boolean;
  /**
   * Admits only this brand's records, or no records if it is null. Call this before clearing another brand's data, so no response
   * to an earlier request is stored afterwards.
   */
  admit(brandId: string | null): void;
}

/** Number of changes to remember, which is enough for several pages of the changes feed. */
const rememberedChanges = 10_000;

export function createWriteGuard(): WriteGuard {
  let clock = 0;
  let generation = 0;
  /** Undefined until a login or logout: a restarted worker serves the stored brand. */
  let admitted: string | null | undefined;
  const changes = new Map<string, number>();
  /** Requests up to this time count as overtaken, since the changes after them were forgotten. */
  let floor = 0;
  return {
    begin() {
      // Cleared only here: clearing during a write could make a page of records overtake itself.
      if (changes.size > rememberedChanges) {
        changes.clear();
        floor = clock;
      }
      clock += 1;
      return { startedAt: clock, generation };
    },
    wrote(key) {
      clock += 1;
      changes.set(key, clock);
    },
    isOvertaken: ({ startedAt }, key) => startedAt <= floor || (changes.get(key) ?? 0) > startedAt,
    isCurrent: (reading) => reading.generation === generation,
    isAdmitted: (brandId) => admitted === undefined || admitted === brandId,
    admit(brandId) {
      if (brandId === null || brandId !== admitted) generation += 1;
      admitted = brandId;
    },
  };
}
