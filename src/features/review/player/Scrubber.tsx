import { type ReactNode, useRef } from 'react';
import { videoTime } from '#domain/review/video-time.ts';
import { useStore } from '#store/use-store.ts';
import classes from './Player.module.css';
import type { PlayerHandle } from './player-handle.ts';

/** A position on the timeline with a remark. */
export interface Mark {
  id: string;
  atSeconds: number;
  /** Accessible name, such as "Remark at 0:12". */
  label: string;
}

interface Props {
  handle: PlayerHandle;
  /** 0 while unknown. */
  durationS: number;
  marks: readonly Mark[];
  onTapTime?: ((seconds: number) => void) | undefined;
  /** Shown at the end of the timeline's row. */
  after?: ReactNode;
}

/** A press that moves less than this is a tap, in px. */
const tapPx = 8;

/** The timeline, with a dot for each remark. It seeks, and a tap while the video is paused can add a remark. */
export function Scrubber({ handle, durationS, marks, onTapTime, after }: Props) {
  const position = useStore(handle.position);
  const pressed = useRef<{ x: number; wasPaused: boolean } | null>(null);
  const place = (seconds: number) => ({ left: `${durationS > 0 ? Math.min(1, seconds / durationS) * 100 : 0}%` });
  return (
    <div className={classes.timeline}>
      <div className={classes.track}>
        <input
          aria-label="Position in the video"
          aria-valuetext={`${videoTime(position)} of ${videoTime(durationS)}`}
          max={durationS || 1}
          min={0}
          onChange={({ currentTarget }) => handle.seek(Number(currentTarget.value))}
          onPointerDown={({ clientX }) => {
            pressed.current = { x: clientX, wasPaused: handle.isPaused() };
          }}
          onPointerUp={({ clientX, currentTarget }) => {
            const from = pressed.current;
            pressed.current = null;
            const isTap = from?.wasPaused && Math.abs(clientX - from.x) < tapPx;
            if (isTap && durationS > 0) onTapTime?.(Number(currentTarget.value));
          }}
          step={0.05}
          type="range"
          value={Math.min(position, durationS || 1)}
        />
        {marks.map(({ id, atSeconds, label }) => (
          <span aria-hidden="true" className={classes.mark} key={id} style={place(atSeconds)} title={label} />
        ))}
      </div>
      <span className={classes.time}>
        {durationS > 0 && `${videoTime(Math.floor(position))} / ${videoTime(Math.floor(durationS))}`}
      </span>
      {after}
    </div>
  );
}
