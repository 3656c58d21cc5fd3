import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { Fulfillment } from '#contract/offer.ts';
import { Icon } from '#ui/icons.tsx';
import classes from './Media.module.css';

/** Position at which each video was left, in seconds: it goes on from there when it is looked at again. */
const places = new Map<string, number>();

interface Props {
  src: string;
  poster: string | null | undefined;
  /** Name for screen readers, such as "Draft of Ada Vance". */
  label: string;
  /** Length and shape, where they are known before the video is loaded. */
  media?: Pick<Fulfillment['metadata'], 'durationMs' | 'width' | 'height' | 'hasSound'>;
}

/** A draft: its still first, played in its place on a tap. Its room is kept from the first frame on. */
export function VideoPlayer({ src, poster, label, media = {} }: Props) {
  const { durationMs, width, height, hasSound } = media;
  const video = useRef<HTMLVideoElement>(null);
  const [started, setStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = video.current;
    return () => {
      if (element) places.set(src, element.ended ? 0 : element.currentTime);
    };
  }, [src]);

  const start = () => {
    setFailed(false);
    setStarted(true);
    // Refused by a browser that wants another tap: its own controls are there by then.
    void video.current?.play()?.catch(() => undefined);
  };
  return (
    <div className={classes.frame} style={shapeOf(width, height)}>
      {/* biome-ignore lint/a11y/useMediaCaption: creators send drafts without a track; the caption stands below in words */}
      <video
        aria-label={label}
        className={classes.video}
        controls={started}
        onError={() => started && setFailed(true)}
        onLoadedMetadata={({ currentTarget }) => {
          currentTarget.currentTime = places.get(src) ?? 0;
        }}
        playsInline
        poster={poster ?? undefined}
        preload={poster ? 'none' : 'metadata'}
        ref={video}
        src={src}
      />
      {!started && (
        <button aria-label={`Play ${label}`} className={classes.play} onClick={start} type="button">
          <span>
            <Icon name="play" size={32} />
          </span>
        </button>
      )}
      {!started && durationMs !== undefined && (
        <p className={classes.length}>
          {lengthOf(durationMs)}
          {hasSound === false && ' · no sound'}
        </p>
      )}
      {failed && (
        <PlayFailure
          onRetry={() => {
            video.current?.load();
            start();
          }}
          src={src}
        />
      )}
    </div>
  );
}

/** An upright draft has the usual place until its shape is known. */
const shapeOf = (width: number | undefined, height: number | undefined): CSSProperties =>
  width && height ? ({ '--ratio': width / height } as CSSProperties) : {};

/** 0:42, as players write it. */
function lengthOf(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** With a network it may be the browser, which knows other formats than the phone that filmed: another program may do better. */
function PlayFailure({ src, onRetry }: { src: string; onRetry: () => void }) {
  const online = useOnline();
  return (
    <div className={classes.failed} role="alert">
      <p>
        The video could not be played.{' '}
        {online ? 'Your browser may not know its format.' : 'It needs a network the first time.'}
      </p>
      <button className={classes.again} onClick={onRetry} type="button">
        Try again
      </button>
      {online && (
        <a
          aria-label="Open the file, opens in a new tab"
          className={classes.again}
          href={src}
          rel="noreferrer"
          target="_blank"
        >
          Open the file
        </a>
      )}
    </div>
  );
}
