import type { ReactNode } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { useKeptDraft } from '#app/device/kept-drafts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { creatorName, reviewKind } from '#domain/offers/offer-stage.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import type { Version } from '#domain/review/versions.ts';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from '../player/Media.module.css';
import { Player } from '../player/Player.tsx';
import type { Mark } from '../player/Scrubber.tsx';
import { hasPlayed, noteWatched } from '../player/watched.ts';
import { submissionOf } from '../shown-offer.ts';
import { missingText } from './kept-words.ts';
import { TikTokEmbed } from './TikTokEmbed.tsx';

/** Text shown in place of content that hasn't been submitted. */
function pendingText({ currentStage, invalidationType }: Offer): string {
  const { type, fulfillment } = currentStage;
  if (invalidationType !== null || type === 'INVALIDATED' || type === 'REJECTED')
    return 'No draft or link was submitted.';
  if (type === 'AWAITING_CUSTOM_CAPTION_CLEARANCE') return 'The draft will appear here once the caption is approved';
  if (fulfillment?.rejectedFulfillmentId) return 'Resubmission content/link will appear here';
  if (fulfillment?.evidenceType === 'PUBLISHED_VIDEO_URL') return 'Post Link Pending';
  return 'Submission content will appear here';
}

/**
 * Text for a draft that can't be watched now, because the device is offline and doesn't have it. Null if the draft can
 * be watched.
 */
function useMissingDraft(offer: Offer): string | null {
  const online = useOnline();
  const kept = useKeptDraft(offer);
  return online || kept === null ? null : missingText(kept);
}

interface Props {
  offer: Offer;
  /** Earlier submission to show instead of the current one. */
  version?: Version | null;
  /** Keeps a video small and sticky while the user writes or reads below it. */
  isSmall?: boolean;
  marks?: readonly Mark[];
  /** Called for a tap on a paused video's timeline. */
  onTapTime?: ((seconds: number) => void) | undefined;
  /** Shown above the content, and sticky with a video. */
  above?: ReactNode;
}

/** The offer's content: the post if there is one, otherwise the draft, otherwise a note on what's expected. */
export function ContentPreview({ offer, version = null, isSmall = false, marks = [], onTapTime, above }: Props) {
  const { finalPostUrl, currentStage, socialAccount } = offer;
  const { fulfillment } = currentStage;
  const name = creatorName(offer);
  const missing = useMissingDraft(offer);
  const isOnDevice = useKeptDraft(offer)?.state === 'kept';
  const submission = submissionOf(offer);
  const content = version?.earlier ?? fulfillment;
  const address = content?.fulfillment ?? null;
  const postUrl = version === null ? finalPostUrl : null;
  if (postUrl === null && (content === null || address === null)) {
    return (
      <>
        {above}
        <Awaited offer={offer} version={version} />
      </>
    );
  }
  const { evidenceType, metadata } = content ?? { evidenceType: 'PUBLISHED_VIDEO_URL', metadata: {} };
  if (postUrl !== null || evidenceType === 'PUBLISHED_VIDEO_URL') {
    return (
      <>
        {above}
        <PostPreview label={`${name}’s post`} platform={socialAccount.platform} url={postUrl ?? address ?? ''} />
      </>
    );
  }
  return (
    <Player
      artist={name}
      above={above}
      isOnDevice={version === null && isOnDevice}
      isSmall={isSmall}
      key={version === null ? fulfillment?.id : `${version.attempt}`}
      label={version === null ? `${name}’s draft` : `${name}’s draft, version ${version.number}`}
      marks={marks}
      media={metadata}
      missing={version === null ? missing : null}
      onPlaying={(video) => version === null && hasPlayed(video) && noteWatched(submission)}
      onTapTime={onTapTime}
      poster={metadata.posterUrl}
      src={address ?? ''}
    />
  );
}

/** Text for content that is still to come, or was deleted. */
function Awaited({ offer, version }: { offer: Offer; version: Version | null }) {
  const awaitsLink = (version?.kind ?? (reviewKind(offer) === 'link' ? 'post' : 'draft')) === 'post';
  return (
    <div className={classes.pending}>
      <Icon name={awaitsLink ? 'external' : 'play'} size={28} />
      <p>{version === null ? pendingText(offer) : 'The video for this version has been deleted.'}</p>
    </div>
  );
}

interface PostPreviewProps {
  url: string;
  platform: Offer['socialAccount']['platform'];
  label: string;
}

/** A published post: embedded if its platform allows it, and with a link to it. */
function PostPreview({ url, platform, label }: PostPreviewProps) {
  const href = webUrlOf(url);
  if (href === null) return <p className={classes.pending}>This post has no valid link.</p>;
  const { hostname, pathname } = new URL(href);
  return (
    <>
      {platform === 'TIKTOK' && <TikTokEmbed label={label} url={href} />}
      <a className={classes.link} href={href} rel="noreferrer" target="_blank">
        <PlatformIcon platform={platform} size={22} />
        <span className={classes.linkText}>
          <strong>Video</strong>
          <span>{`${hostname.replace(/^www\./, '')}${pathname}`}</span>
        </span>
        <Icon name="external" size={18} />
      </a>
    </>
  );
}
