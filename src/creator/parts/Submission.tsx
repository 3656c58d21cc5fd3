import type { RefObject } from 'react';
import type { CreatorSubmission } from '#contract/creator/creator.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import classes from './Submission.module.css';

interface Props {
  of: CreatorSubmission;
  title: string;
  video?: RefObject<HTMLVideoElement | null>;
}

/** The submission: the video with its caption, or the link. The video only loads when played. */
export function Submission({ of: { videoUrl, posterUrl, link, caption, submittedAt }, title, video }: Props) {
  const address = webUrlOf(link);
  return (
    <div className={classes.submission}>
      <h3>{title}</h3>
      {videoUrl !== null && (
        // biome-ignore lint/a11y/useMediaCaption: creators send drafts without a track; the caption is below as text
        <video
          aria-label={title}
          className={classes.video}
          controls
          playsInline
          poster={posterUrl ?? undefined}
          preload={posterUrl === null ? 'metadata' : 'none'}
          ref={video}
          src={videoUrl}
        />
      )}
      {address !== null && (
        <a className={classes.link} href={address} rel="noreferrer" target="_blank">
          {address}
        </a>
      )}
      {caption && <p>{caption}</p>}
      <p className={classes.soft}>
        Sent <TimeButton at={submittedAt} />
      </p>
    </div>
  );
}
