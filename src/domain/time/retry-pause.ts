const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

/** Pause before another try after so many, longer each time; an event that brings the network back may end it. */
export const retryPauseMs = (tries: number): number => pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0;
