const windowMs = 15_000;
const minMs = 3_000;

interface Rate {
  /** Seconds left at the recent rate; null until the rate is known. */
  secondsLeft(sentBytes: number, totalBytes: number): number | null;
}

/** Estimates an upload's remaining time. */
export function uploadRate(now: () => number = () => performance.now()): Rate {
  let samples: { at: number; bytes: number }[] = [];
  return {
    secondsLeft(sentBytes, totalBytes) {
      const at = now();
      samples = [...samples.filter((sample) => at - sample.at <= windowMs), { at, bytes: sentBytes }];
      const [first] = samples;
      if (first === undefined || at - first.at < minMs || sentBytes <= first.bytes) return null;
      const bytesPerSecond = ((sentBytes - first.bytes) * 1000) / (at - first.at);
      return Math.ceil((totalBytes - sentBytes) / bytesPerSecond);
    },
  };
}
