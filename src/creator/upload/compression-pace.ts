/** Uploading speed that is assumed before anything was sent: a phone's on a fair mobile network. */
const uploadBytesPerMs = 5_000_000 / 8 / 1000;
/** Measuring starts here: encoders take a moment to start. */
const warmUpMs = 1_500;
/** Up to here an encoder that turns out too slow is stopped; later the finished work is worth more than the time. */
const decidedMs = 8_000;
/** Without any progress for so long the encoder hangs. */
const hangsMs = 20_000;
/** The longest compression that starts by itself. */
const longestMs = 300_000;

interface Sizes {
  sizeBytes: number;
  /** Expected size of the compressed video. */
  compressedBytes: number;
}

/** Judges from an encoder's progress if compressing is worth the wait. */
export interface CompressionPace {
  progress(fraction: number): void;
  /** True if sending the original is the faster way, or the encoder hangs. */
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
      // No progress at all is judged at the end of the measuring only.
      if (fraction === 0) return elapsedMs > decidedMs / 2;
      const totalMs = elapsedMs / fraction;
      return totalMs > longestMs || totalMs + compressedMs > originalMs;
    },
  };
}
