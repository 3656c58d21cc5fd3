import { createStore, type Readable } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** Supported playback rates. */
export const playRates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Seconds skipped by the jump buttons. */
export const jumpSeconds = 5;

/** Controls of the visible player, for keyboard shortcuts and forms beside it. */
export interface PlayerHandle {
  playPause: () => void;
  /** Pauses and moves by a number of frames; backward if negative. */
  step: (frames: number) => void;
  /** Skips seconds; backward if negative. */
  jump: (seconds: number) => void;
  seek: (seconds: number) => void;
  setRate: (rate: number) => void;
  /** Selects the next faster (1) or slower (-1) rate. */
  changeRate: (direction: 1 | -1) => void;
  /** Position in the video, in seconds. */
  position: Readable<number>;
  isPaused: () => boolean;
}

const current = createStore<PlayerHandle | null>(null);

/** Makes a player the current one; returns a function that unregisters it. */
export function registerPlayer(handle: PlayerHandle): () => void {
  current.write(handle);
  return () => {
    if (current.read() === handle) current.write(null);
  };
}

/** The visible player, the latest of several; null if there is none. */
export const usePlayer = (): PlayerHandle | null => useStore(current);

const zeroPosition = createStore(0);

/** Position of the visible player, in seconds; 0 if there is none. */
export const usePosition = (): number => useStore(usePlayer()?.position ?? zeroPosition);

/** The next faster or slower rate; the same rate at either end. */
function nextRate(rate: number, direction: 1 | -1): number {
  const found = direction === 1 ? playRates.find((each) => each > rate) : playRates.findLast((each) => each < rate);
  return found ?? rate;
}

/**
 * Creates a video's controls. `play` starts it like a tap on it; `keepPlace` stores a position for a video that isn't
 * loaded yet.
 */
export function createPlayerHandle(
  video: HTMLVideoElement,
  { frameS, play, keepPlace }: { frameS: () => number; play: () => void; keepPlace: (seconds: number) => void },
): { handle: PlayerHandle; notePosition: (seconds: number) => void } {
  const position = createStore(video.currentTime || 0);
  const seek = (seconds: number) => {
    const end = Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY;
    const place = Math.min(Math.max(0, seconds), end);
    video.currentTime = place;
    keepPlace(place);
    position.write(place);
  };
  const handle: PlayerHandle = {
    playPause: () => (video.paused ? play() : video.pause()),
    step(frames) {
      video.pause();
      seek(video.currentTime + frames * frameS());
    },
    jump: (seconds) => seek(video.currentTime + seconds),
    seek,
    setRate(rate) {
      video.playbackRate = rate;
      // Loading another source resets the rate to the default.
      video.defaultPlaybackRate = rate;
    },
    changeRate: (direction) => handle.setRate(nextRate(video.playbackRate, direction)),
    position,
    isPaused: () => video.paused,
  };
  return { handle, notePosition: position.write };
}
