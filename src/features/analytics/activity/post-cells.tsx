import { useEffect, useState } from 'react';
import type { PostAnalytics } from '#contract/brand/analytics.ts';
import { handleText, webUrlOf } from '#domain/posts/web-links.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { exactDay, exactTime } from '#ui/text/relative-time.ts';
import classes from './post-cells.module.css';

/** Key of a post. It includes the post's URL, since an offer can have several posts. */
export const postKey = ({ offerId, finalPostUrl }: PostAnalytics): string => `${offerId} ${finalPostUrl}`;

/** Name of the post's creator in rows and links. */
const nameOf = (post: PostAnalytics) =>
  `${post.userFirstName} ${post.userLastName}`.trim() || handleText(post.socialUsername);

/**
 * Delay before loading a row's picture, ms. Otherwise rows scrolled past quickly would delay the pictures of the rows
 * where scrolling stops.
 */
const pictureAfterMs = 100;

interface CreatorProps {
  post: PostAnalytics;
  isScrolling: () => boolean;
}

function CreatorPicture({ post, isScrolling }: CreatorProps) {
  const [waits, setWaits] = useState(isScrolling);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), pictureAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return <Avatar name={nameOf(post)} size={36} src={post.socialAvatarUrl} waits={waits} />;
}

export function Creator({ post, isScrolling }: CreatorProps) {
  const name = nameOf(post);
  return (
    <span className={classes.creator}>
      <CreatorPicture isScrolling={isScrolling} post={post} />
      <span className={classes.names}>
        <strong title={name}>{name}</strong>
        <span className={classes.handle}>
          <PlatformIcon platform={post.socialPlatform} size={14} />
          <span title={handleText(post.socialUsername)}>{handleText(post.socialUsername)}</span>
        </span>
      </span>
    </span>
  );
}

/** Link to the post, and the campaign it belongs to. */
export function Video({ post, withCampaign }: { post: PostAnalytics; withCampaign: boolean }) {
  const href = webUrlOf(post.finalPostUrl);
  return (
    <span className={classes.names}>
      {href === null ? (
        <span>No link</span>
      ) : (
        <a
          aria-label={`Video by ${nameOf(post)}, opens on the platform`}
          className={classes.link}
          href={href}
          rel="noreferrer"
          target="_blank"
        >
          Video
          <Icon name="external" size={16} />
        </a>
      )}
      {withCampaign && (
        <span className={classes.campaign} title={post.campaignName ?? undefined}>
          {post.campaignName ?? `${post.brandName} Campaign`}
        </span>
      )}
    </span>
  );
}

export function Posted({ at, className }: { at: string; className?: string | undefined }) {
  const date = new Date(at);
  return (
    <time className={className} dateTime={date.toISOString()} title={exactTime(date)}>
      {exactDay(date)}
    </time>
  );
}
