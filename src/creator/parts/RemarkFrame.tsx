import { useEffect, useRef, useState } from 'react';
import { videoTime } from '#domain/review/video-time.ts';
import { Icon } from '#ui/media/icons.tsx';
import type { FrameGrabber } from '../words/frames.ts';
import classes from './RemarkFrame.module.css';

interface Props {
  atS: number;
  /** Null if frames shouldn't be drawn; only the time is then shown. */
  frames: FrameGrabber | null;
  onPlay: () => void;
}

/**
 * A remark's moment in the draft: its time, and its frame, which is loaded near the viewport. A tap plays the draft
 * from there.
 */
export function RemarkFrame({ atS, frames, onPlay }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || frames === null) return;
    let isGone = false;
    const watch = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        const drawn = await frames.draw(element, atS);
        if (!isGone) setDrawn(drawn);
      },
      { rootMargin: '200px' },
    );
    watch.observe(element);
    return () => {
      isGone = true;
      watch.disconnect();
    };
  }, [frames, atS]);
  const time = videoTime(atS);
  return (
    <button
      aria-label={`Play your draft from ${time}`}
      className={classes.frame}
      data-drawn={isDrawn}
      onClick={onPlay}
      type="button"
    >
      <canvas ref={canvas} />
      <span className={classes.time}>
        <Icon name="play" size={16} />
        {time}
      </span>
    </button>
  );
}
