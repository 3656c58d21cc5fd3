/** A request on its way, of which an answer may be stored. */
export interface Reading {
  readonly startedAt: number;
  readonly generation: number;
}

/**
 * Keeps late answers from undoing what was stored after they were asked for: an approved offer must not fall back to
 * its review because an older list arrives. Order is counted, not timed: clocks jump. It lives as long as the worker, and
 * no request outlives the worker that made it.
 */
export interface WriteGuard {
  /** Says that a request starts now; each has to be ended. */
  begin(): Reading;
  end(reading: Reading): void;
  /** Notes that a record's content was changed. */
  wrote(key: string): void;
  /** Whether a record was changed after the request started. */
  isOvertaken(reading: Reading, key: string): boolean;
  /** Whether the request was made for the session that is still there. */
  isCurrent(reading: Reading): boolean;
  /** Whether records of this brand may be stored. */
  isAdmitted(brandId: string): boolean;
  /**
   * From here on only this brand's records may be stored, or nobody's: another's data is about to be cleared, and no answer
   * to what was asked before may come behind it.
   */
  admit(brandId: string | null): void;
}

export function createWriteGuard(): WriteGuard {
  let clock = 0;
  let generation = 0;
  /** Undefined until somebody comes or goes: a worker that was stopped goes on for whom it finds. */
  let admitted: string | null | undefined;
  const open = new Set<Reading>();
  const writes = new Map<string, number>();
  return {
    begin() {
      clock += 1;
      const reading = { startedAt: clock, generation };
      open.add(reading);
      return reading;
    },
    end(reading) {
      open.delete(reading);
      if (open.size === 0) writes.clear();
    },
    wrote(key) {
      clock += 1;
      if (open.size > 0) writes.set(key, clock);
    },
    isOvertaken: (reading, key) => (writes.get(key) ?? 0) > reading.startedAt,
    isCurrent: (reading) => reading.generation === generation,
    isAdmitted: (brandId) => admitted === undefined || admitted === brandId,
    admit(brandId) {
      if (brandId === null || brandId !== admitted) generation += 1;
      admitted = brandId;
    },
  };
}
