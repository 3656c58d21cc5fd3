import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { readFailureOf } from '#app/queries/read-failure.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { disclosures } from '#domain/review/disclosures.ts';
import { campaignQuery } from '#features/campaigns/public.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import classes from './Beside.module.css';
import { useRequiredTags } from './use-required-tags.ts';

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h4 id={id}>{title}</h4>
      {children}
    </section>
  );
}

function Points({
  title,
  points = [],
  icon,
}: {
  title: string;
  points?: readonly string[] | undefined;
  icon?: IconName;
}) {
  if (points.length === 0) return null;
  const keyed = points.map((text, place) => ({ text, key: `${place} ${text}` }));
  return (
    <Group title={title}>
      <ul className={classes.points} data-icon={icon}>
        {keyed.map(({ text, key }) => (
          <li key={key}>
            {icon && <Icon name={icon} size={18} />}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** The campaign's brief, in the same order and words as its creators see it. */
export function Brief({ offer }: { offer: Offer }) {
  const read = useQuery(campaignQuery(offer.campaignId));
  const { hashtag, brandTag } = useRequiredTags(offer);
  const { platform } = offer.socialAccount;
  if (read.data === undefined) return <Unread read={read} />;
  const { dos, donts, brief = {} } = read.data;
  const tags = [brandTag && `Tag ${brandTag}`, hashtag && `Add ${hashtag}`].filter((text) => text !== null);
  return (
    <div className={classes.groups}>
      <Points icon="check" points={dos} title="Do" />
      <Points icon="close" points={donts} title="Don’t" />
      <Points points={brief.talkingPoints} title="Talking points" />
      <Points points={tags} title="In the caption" />
      <Group title="Disclosure">
        <p>
          On {platformNames[platform]}: {disclosures[platform]}
        </p>
      </Group>
      <Points points={brief.captions} title="Suggested captions" />
      {brief.extraNotes && (
        <Group title="Notes">
          <p>{brief.extraNotes}</p>
        </Group>
      )}
    </div>
  );
}

function Unread({ read }: { read: UseQueryResult<Campaign> }) {
  const { notStored, detail, onRetry, retrying } = readFailureOf(read);
  if (read.error === null) {
    return (
      <Loading label="Loading the brief">
        <SkeletonLines />
      </Loading>
    );
  }
  return (
    <div className={classes.unread} role="status">
      <p>
        {notStored ? 'The brief isn’t on this device yet. Reconnect to load it.' : `Couldn’t load the brief. ${detail}`}
      </p>
      <button className={classes.retry} disabled={retrying} onClick={onRetry} type="button">
        Try again
      </button>
    </div>
  );
}
