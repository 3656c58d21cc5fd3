import type { ReactNode } from 'react';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import { disclosures } from '#domain/review/disclosures.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import { Section } from '#ui/text/Section.tsx';
import { hashtagOf, tagOf } from '../words/post-text.ts';
import { Examples } from './Examples.tsx';
import classes from './Facts.module.css';

interface GroupProps {
  title: string;
  icon?: IconName;
  className?: string | undefined;
  children: ReactNode;
}

const Group = ({ title, icon, className, children }: GroupProps) => (
  <div className={clsx(classes.group, className)}>
    <h3>
      {icon && <Icon name={icon} size={18} />}
      {title}
    </h3>
    {children}
  </div>
);

/** A list of sentences; renders nothing if it's empty. Keys include the position, since a sentence may appear twice. */
function Points({ of, ...group }: { of: readonly string[] } & Omit<GroupProps, 'children'>) {
  if (of.length === 0) return null;
  const points = of.map((text, place) => ({ text, key: `${place} ${text}` }));
  return (
    <Group {...group}>
      <ul className={classes.list}>
        {points.map(({ text, key }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Group>
  );
}

/** The brand's brief: dos and don'ts, disclosure, and reference material. */
export function Brief({ offer }: { offer: CreatorOffer }) {
  const { brand, campaign, account } = offer;
  const [tag, hashtag] = [tagOf(offer), hashtagOf(brand)];
  const { media = [], postingMedia, talkingPoints = [], extraNotes, captions = [] } = campaign.brief;
  const material = webUrlOf(postingMedia);
  const [name, disclosure] = [platformNames[account.platform], disclosures[account.platform]];
  return (
    <Section title="Guidelines">
      <Points className={classes.do} icon="check" of={campaign.dos} title="Do" />
      <Points className={classes.dont} icon="close" of={campaign.donts} title="Don’t" />
      <Group title="Disclosure">
        <p>
          On {name}: {disclosure}
        </p>
      </Group>
      {(tag ?? hashtag) && (
        <Group title="In the caption">
          {tag && (
            <p>
              Tag <span className={classes.hashtag}>{tag}</span>
            </p>
          )}
          {hashtag && (
            <p>
              Add <span className={classes.hashtag}>{hashtag}</span>
            </p>
          )}
        </Group>
      )}
      <Points of={talkingPoints} title="Talking points" />
      <Points of={captions} title="Suggested captions" />
      {extraNotes && (
        <Group title="Notes">
          <p>{extraNotes}</p>
        </Group>
      )}
      {media.length > 0 && (
        <Group title="Examples">
          <Examples media={media} />
        </Group>
      )}
      {material !== null && (
        <a
          aria-label="Brand assets, opens in a new tab"
          className={classes.link}
          href={material}
          rel="noreferrer"
          target="_blank"
        >
          <Icon name="external" size={18} />
          Brand assets
        </a>
      )}
    </Section>
  );
}
