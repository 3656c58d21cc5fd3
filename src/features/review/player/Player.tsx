import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { Fulfillment } from '#contract/brand/offer.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { Icon } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import { customProperties } from '#ui/styles/custom-properties.ts';
import { Controls } from './Controls.tsx';
import media from './Media.module.css';
import { type PlayedMedia, startMediaSession } from './media-session.ts';
import classes from './Player.module.css';
import { createPlayerHandle, type PlayerHandle, registerPlayer } from './player-handle.ts';
import type { Mark } from './Scrubber.tsx';
import { notePlace, placeIn } from './video-places.ts';

type Facts = Pick<Fulfillment['metadata'], 'durationMs' | 'width' | 'height' | 'hasSound'>;

interface Props {
  src: string;
  poster: string | null | undefined;
  /** Accessible name, such as "Draft of Ada Vance". */
  label: string;
  /** Text that replaces the play button if the video can't be loaded now. */
  missing?: string | null;
  /**
   * True if the file is on this device. The file is then preloaded without using the network, so that Play shows a
   * frame immediately.
   */
  isOnDevice?: boolean;
  /** Called during playback. */
  onPlaying?: (video: HTMLVideoElement) => void;
  /** Length and shape, if they're known before the video has loaded. */
  media?: Facts;
  /** Creator's name, for the lock screen. */
  artist: string;
  /** True to show the video small, beside its controls, while the user writes or reads below it. */
  isSmall?: boolean;
  marks?: readonly Mark[];
  /** Called for a tap on the timeline while the video is paused. */
  onTapTime?: ((seconds: number) => void) | undefined;
  /** Shown above the video, and sticky with it while it's small. */
  above?: ReactNode;
}

/**
 * Plays a draft with custom controls: its still is shown first, and a tap plays the video in place. Its space is
 * reserved from the first frame on. It keeps playing when `isSmall` changes.
 */
export function Player({
  src,
  poster,
  label,
  missing = null,
  isOnDevice = false,
  onPlaying,
  media: facts = {},
  artist,
  isSmall = false,
  marks = [],
  onTapTime,
  above,
}: Props) {
  const { durationMs, width, height } = facts;
  const video = useRef<HTMLVideoElement>(null);
  const [started, setStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  const [durationS, setDurationS] = useState((durationMs ?? 0) / 1000);

  const start = () => {
    setFailed(false);
    setStarted(true);
    // Some browsers refuse to play without another tap. By then, the controls are visible.
    void video.current?.play()?.catch(() => undefined);
  };
  const { handle, notePosition } = usePlayerHandle(video, src, start);
  useMediaSession(started ? handle : null, { title: label, artist, artwork: poster ?? null });

  return (
    <div className={classes.player} data-small={isSmall}>
      {above && <div className={classes.above}>{above}</div>}
      <div className={clsx(media.frame, classes.frame)} style={shapeOf(width, height)}>
        {/* biome-ignore lint/a11y/useMediaCaption: creators send drafts without a track; the caption stands below in words */}
        <video
          aria-label={label}
          className={media.video}
          data-started={started}
          onError={() => started && setFailed(true)}
          onLoadedMetadata={({ currentTarget }) => {
            if (Number.isFinite(currentTarget.duration)) setDurationS(currentTarget.duration);
            // Any seek, even to the beginning, hides the still.
            if (placeIn(src) > 0) currentTarget.currentTime = placeIn(src);
          }}
          onPlay={() => setStarted(true)}
          onSeeked={({ currentTarget }) => notePosition(currentTarget.currentTime)}
          onTimeUpdate={({ currentTarget }) => {
            notePlace(src, currentTarget);
            onPlaying?.(currentTarget);
            notePosition(currentTarget.currentTime);
          }}
          playsInline
          poster={poster ?? undefined}
          preload={preloadOf(isOnDevice, poster)}
          ref={video}
          src={src}
        />
        {!started && <BeforePlay facts={facts} label={label} missing={missing} onPlay={start} />}
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
      {handle && (started || missing === null) && (
        <Controls durationS={durationS} handle={handle} marks={marks} onTapTime={onTapTime} video={video.current} />
      )}
    </div>
  );
}

/** The handle through which controls operate the video; each source gets a new one. */
function usePlayerHandle(video: RefObject<HTMLVideoElement | null>, src: string, start: () => void) {
  const [handle, setHandle] = useState<PlayerHandle | null>(null);
  const note = useRef<(seconds: number) => void>(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one handle for each source; `start` only sets state
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const frames = measureFrames(element);
    const made = createPlayerHandle(element, {
      frameS: frames.frameS,
      play: start,
      keepPlace: (seconds) => notePlace(src, { ended: false, currentTime: seconds }),
    });
    note.current = made.notePosition;
    made.notePosition(placeIn(src));
    setHandle(made.handle);
    const unregister = registerPlayer(made.handle);
    return () => {
      unregister();
      frames.stop();
    };
  }, [src]);
  return { handle, notePosition: (seconds: number) => note.current(seconds) };
}

interface BeforePlayProps {
  facts: Facts;
  label: string;
  missing: string | null;
  onPlay: () => void;
}

/** The video's length, and the play button over the still or the reason why the video can't be played. */
function BeforePlay({ facts: { durationMs, hasSound }, label, missing, onPlay }: BeforePlayProps) {
  return (
    <>
      {missing === null ? (
        <button aria-label={`Play ${label}`} className={media.play} onClick={onPlay} type="button">
          <span>
            <Icon name="play" size={32} />
          </span>
        </button>
      ) : (
        <p className={media.failed} role="status">
          {missing}
        </p>
      )}
      {durationMs !== undefined && (
        <p className={media.length}>
          {videoTime(durationMs / 1000)}
          {hasSound === false && ' · no sound'}
        </p>
      )}
    </>
  );
}

function preloadOf(isOnDevice: boolean, poster: string | null | undefined): 'auto' | 'none' | 'metadata' {
  if (isOnDevice) return 'auto';
  return poster ? 'none' : 'metadata';
}

function useMediaSession(handle: PlayerHandle | null, { title, artist, artwork }: PlayedMedia): void {
  useEffect(() => {
    if (handle === null) return;
    return startMediaSession({ title, artist, artwork }, handle);
  }, [handle, title, artist, artwork]);
}

/** Until its shape is known, a draft gets the default portrait frame. */
const shapeOf = (width: number | undefined, height: number | undefined): CSSProperties =>
  width && height ? customProperties({ '--ratio': width / height }) : {};

/**
 * Shown if the video can't be played. While online, the cause may be the browser, which may not support the format of
 * the phone that recorded the draft. Another app may be able to play it.
 */
function PlayFailure({ src, onRetry }: { src: string; onRetry: () => void }) {
  const online = useOnline();
  return (
    <div className={media.failed} role="alert">
      <p>This video can’t be played. {online ? 'Your browser may not support its format.' : 'Reconnect to load it.'}</p>
      <button className={media.again} onClick={onRetry} type="button">
        Try again
      </button>
      {online && (
        <a
          aria-label="Open the file, opens in a new tab"
          className={media.again}
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

/** Assumed length of a frame, in seconds, for browsers that don't report it. */
const usualFrameS = 1 / 30;

/**
 * Measures the length of a video's frames during playback, with `requestVideoFrameCallback` if available (Firefox has
 * it since 132).
 */
function measureFrames(video: HTMLVideoElement): { frameS: () => number; stop: () => void } {
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
