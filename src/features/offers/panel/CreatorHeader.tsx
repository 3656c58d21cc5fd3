import { CloseButton, Drawer } from '@mantine/core';
import type { Offer } from '../../../contract/offer.ts';
import { creatorName } from '../../../domain/offer-stage.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { Handle } from '../Handle.tsx';
import { profileUrl } from '../web-links.ts';
import classes from './CreatorHeader.module.css';

/** Whose offer it is, with the way to the creator's page and the way out. */
export function CreatorHeader({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { platform, username, avatarUrl } = offer.socialAccount;
  const name = creatorName(offer);
  return (
    <header className={classes.header}>
      <Avatar name={name} size={44} src={avatarUrl} />
      <div className={classes.who}>
        <Drawer.Title className={classes.name ?? ''}>{name}</Drawer.Title>
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
      <CloseButton aria-label="Close offer" iconSize={22} onClick={onClose} size={44} />
    </header>
  );
}
