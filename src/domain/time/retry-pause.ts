const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Pause before the next attempt after this many, increasing each time; callers may end it early when the network returns. */
export const retryPauseMs = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0;
