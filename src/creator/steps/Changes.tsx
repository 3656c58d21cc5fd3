import { useEffect, useMemo, useRef } from 'react';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { RemarkFrame } from '../parts/RemarkFrame.tsx';
import { Submission } from '../parts/Submission.tsx';
import { frameGrabber } from '../words/frames.ts';
import { notePartsOf } from '../words/note-times.ts';
import classes from './Changes.module.css';

/** A note whose timestamps link to their positions in the video. */
function Note({ text, onTime }: { text: string; onTime: ((atS: number) => void) | null }) {
  const parts = notePartsOf(text).map((part, place) => ({ ...part, key: `${place} ${part.text}` }));
  return (
    <p className={classes.note}>
      {parts.map(({ key, text: words, atS }) =>
        atS === null || onTime === null ? (
          <span key={key}>{words}</span>
        ) : (
          <button
            aria-label={`Show ${words} in your draft`}
            className={classes.time}
            key={key}
            onClick={() => onTime(atS)}
            type="button"
          >
            {words}
          </button>
        ),
      )}
    </p>
  );
}

/** Grabs frames of a draft; null without a draft, and for users who have turned on data saving. */
function useFrames(src: string | null) {
  const frames = useMemo(() => (src === null || savesData() ? null : frameGrabber(src)), [src]);
  useEffect(() => () => frames?.stop(), [frames]);
  return frames;
}

declare global {
  interface Navigator {
    /** The Network Information API, which only Chromium has. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

const savesData = (): boolean => navigator.connection?.saveData === true;

/** Changes that the brand requested, each with its note, beside the submission that they refer to. */
export function Changes({ changes }: { changes: NonNullable<CreatorOffer['changes']> }) {
  const video = useRef<HTMLVideoElement>(null);
  const { requestedAt, items, about } = changes;
  const showTime = (atS: number) => {
    const element = video.current;
    if (element === null) return;
    element.currentTime = atS;
    element.scrollIntoView({ block: 'nearest' });
    // Some browsers refuse to play without another tap, for which the player has controls.
    void element.play()?.catch(() => undefined);
  };
  const onTime = about?.videoUrl ? showTime : null;
  const frames = useFrames(about?.videoUrl ?? null);
  const shown = items.map((item, place) => ({ ...item, key: `${place} ${item.title}` }));
  return (
    <div className={classes.changes}>
      <div className={classes.asked}>
        <p className={classes.soft}>
          Requested <TimeButton at={requestedAt} />
        </p>
        <ol>
          {shown.map(({ key, title, description, note, atSeconds }) => (
            <li key={key}>
              <div className={classes.item}>
                {atSeconds !== null && onTime !== null && (
                  <RemarkFrame atS={atSeconds} frames={frames} onPlay={() => onTime(atSeconds)} />
                )}
                <div className={classes.words}>
                  <h3>{title}</h3>
                  {description !== '' && <p>{description}</p>}
                  {note !== null && <Note onTime={onTime} text={note} />}
                  {atSeconds !== null && onTime === null && <Note onTime={null} text={`At ${videoTime(atSeconds)}`} />}
                </div>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {about !== null && <Submission of={about} title="What you sent" video={video} />}
    </div>
  );
}
