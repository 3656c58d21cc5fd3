/** Assumed length of a frame, in seconds, for browsers that don't report it. */
const usualFrameS = 1 / 30;

/**
 * Measures the length of a video's frames during playback, with `requestVideoFrameCallback` if available (Firefox has
 * it since 132).
 */
export function measureFrames(video: HTMLVideoElement): { frameS: () => number; stop: () => void } {
  let minS: number | null = null;
  let lastS: number | null = null;
  let handle: number | null = null;
  const next = () => {
    if (!('requestVideoFrameCallback' in video)) return;
    handle = video.requestVideoFrameCallback((_, { mediaTime }) => {
      const gapS = lastS === null ? 0 : mediaTime - lastS;
      // Dropped frames make gaps longer, and seeks make them arbitrary, so keep the shortest.
      if (!video.paused && gapS > 0.005 && gapS < (minS ?? 0.2)) minS = gapS;
      lastS = mediaTime;
      next();
    });
  };
  next();
  return {
    frameS: () => minS ?? usualFrameS,
    stop: () => {
      if (handle !== null) video.cancelVideoFrameCallback?.(handle);
    },
  };
}
