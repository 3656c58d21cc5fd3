/** Assumed upload speed before the first upload: that of a phone on a fair mobile network. */
const uploadBytesPerMs = 5_000_000 / 8 / 1000;
/** Measuring starts after this delay, since encoders take a moment to start. */
const warmUpMs = 1_500;
/** An encoder that is too slow is only stopped before this time. Later, too much work would be lost. */
const decidedMs = 8_000;
/** An encoder without progress for this long is hanging. */
const hangsMs = 20_000;
/** Compression that would take longer than this is stopped, ms. */
const maxMs = 300_000;

interface Sizes {
  sizeBytes: number;
  /** Expected size of the compressed video. */
  compressedBytes: number;
}

/** Judges from an encoder's progress whether compressing is worth the wait. */
export interface CompressionPace {
  progress(fraction: number): void;
  /** True if sending the original is faster, or the encoder hangs. */
  isTooSlow(): boolean;
}

/** @param now a monotonic clock, ms */
export function compressionPace(
  { sizeBytes, compressedBytes }: Sizes,
  now: () => number = () => performance.now(),
): CompressionPace {
  const startedAt = now();
  let [fraction, progressedAt] = [0, startedAt];
  const originalMs = sizeBytes / uploadBytesPerMs;
  const compressedMs = compressedBytes / uploadBytesPerMs;
  return {
    progress(reached) {
      if (reached > fraction) [fraction, progressedAt] = [reached, now()];
    },
    isTooSlow() {
      const elapsedMs = now() - startedAt;
      if (now() - progressedAt > hangsMs) return true;
      if (elapsedMs < warmUpMs || elapsedMs > decidedMs) return false;
      // Without any progress, only decide near the end of the measurement.
      if (fraction === 0) return elapsedMs > decidedMs / 2;
      const totalMs = elapsedMs / fraction;
      return totalMs > maxMs || totalMs + compressedMs > originalMs;
    },
  };
}
