import { type CSSProperties, useRef, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { Fulfillment } from '#contract/offer.ts';
import { videoTime } from '#domain/video-time.ts';
import { Icon } from '#ui/icons.tsx';
import classes from './Media.module.css';
import { notePlace, placeIn } from './video-places.ts';

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
          currentTarget.currentTime = placeIn(src);
        }}
        onTimeUpdate={({ currentTarget }) => notePlace(src, currentTarget)}
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
          {videoTime(durationMs / 1000)}
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

/** With a network it may be the browser, which knows other formats than the phone that filmed: another program may do better. */
function PlayFailure({ src, onRetry }: { src: string; onRetry: () => void }) {
  const online = useOnline();
  return (
    <div className={classes.failed} role="alert">
      <p>This video can’t be played. {online ? 'Your browser may not support its format.' : 'Reconnect to load it.'}</p>
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
