import { createStore } from '#store/create-store.ts';
import { nextRate, type PlayerHandle } from './player-handle.ts';

/**
 * Creates a video's controls. `play` starts it as a tap on it does; `keepPlace` stores a position for a video that
 * isn't loaded yet.
 */
export function makeHandle(
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
