import { createStore, type Readable } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

/** Speeds that a draft can be played at. */
export const playRates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Seconds that one press of the jump buttons skips. */
export const jumpSeconds = 5;

/** Controls of the player on the screen, for keyboard shortcuts and for forms beside it. */
export interface PlayerHandle {
  playPause: () => void;
  /** Pauses, and shows the frame that many frames further; back for a negative number. */
  step: (frames: number) => void;
  /** Skips seconds; back for a negative number. */
  jump: (seconds: number) => void;
  seek: (seconds: number) => void;
  setRate: (rate: number) => void;
  /** The next faster (1) or slower (-1) speed. */
  changeRate: (direction: 1 | -1) => void;
  /** Place in the video, in seconds. */
  position: Readable<number>;
  isPaused: () => boolean;
}

const current = createStore<PlayerHandle | null>(null);

/** Makes a player the one on the screen; returns how to take it back. */
export function registerPlayer(handle: PlayerHandle): () => void {
  current.write(handle);
  return () => {
    if (current.read() === handle) current.write(null);
  };
}

/** The player on the screen, the latest of several; null while there is none. */
export const usePlayer = (): PlayerHandle | null => useStore(current);

const nowhere = createStore(0);

/** Place of the player on the screen, in seconds; 0 without one. */
export const usePosition = (): number => useStore(usePlayer()?.position ?? nowhere);

/** The speed after or before this one; the same at either end. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const found = direction === 1 ? playRates.find((each) => each > rate) : playRates.findLast((each) => each < rate);
  return found ?? rate;
}
