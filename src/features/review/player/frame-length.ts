/** Assumed length of a frame, in seconds, in browsers that don't report it. */
const usualFrameS = 1 / 30;

/**
 * Measures the length of a video's frames while it plays, by `requestVideoFrameCallback` where it exists (Firefox has it since
 * 132).
 */
export function measureFrames(video: HTMLVideoElement): { frameS: () => number; stop: () => void } {
  let shortestS: number | null = null;
  let lastS: number | null = null;
  let handle: number | null = null;
  const next = () => {
    if (!('requestVideoFrameCallback' in video)) return;
    handle = video.requestVideoFrameCallback((_, { mediaTime }) => {
      const gapS = lastS === null ? 0 : mediaTime - lastS;
      // Frames that were dropped make gaps longer, and a seek makes them anything.
      if (!video.paused && gapS > 0.005 && gapS < (shortestS ?? 0.2)) shortestS = gapS;
      lastS = mediaTime;
      next();
    });
  };
  next();
  return {
    frameS: () => shortestS ?? usualFrameS,
    stop: () => {
      if (handle !== null) video.cancelVideoFrameCallback?.(handle);
    },
  };
}
