import { CloseButton, Drawer } from '@mantine/core';
import type { Offer } from '#contract/brand/offer.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import { profileUrl } from '#domain/posts/web-links.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { SkeletonBlock } from '#ui/states/Skeleton.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './CreatorHeader.module.css';
import { Handle } from './Handle.tsx';

function Creator({ offer }: { offer: Offer }) {
  const { platform, username, avatarUrl } = offer.socialAccount;
  const name = creatorName(offer);
  return (
    <>
      <Avatar name={name} size={44} src={avatarUrl} />
      <div className={classes.who}>
        <Drawer.Title className={classes.name ?? ''} title={name}>
          {name}
        </Drawer.Title>
        <a
          aria-label={`${name}’s profile, opens in a new tab`}
          className={classes.profile}
          href={profileUrl(platform, username)}
          rel="noreferrer"
          target="_blank"
        >
          <Handle account={offer.socialAccount} />
          <Icon name="external" size={14} />
        </a>
      </div>
    </>
  );
}

interface Props {
  /** Undefined while loading. The close button is already shown then, and doesn't lose the focus later. */
  offer: Offer | undefined;
  onClose: () => void;
}

/** The offer's creator, with a link to the creator's page and a close button. */
export function CreatorHeader({ offer, onClose }: Props) {
  return (
    <header className={classes.header}>
      {offer ? (
        <Creator offer={offer} />
      ) : (
        <>
          <SkeletonBlock height={44} radius="full" width={44} />
          <div className={classes.who}>
            <VisuallyHidden>
              <Drawer.Title>Offer</Drawer.Title>
            </VisuallyHidden>
            <SkeletonBlock height={20} width={140} />
          </div>
        </>
      )}
      <CloseButton aria-label="Close offer" iconSize={22} onClick={onClose} size={44} />
    </header>
  );
}
