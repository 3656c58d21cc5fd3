import type { CreatorOffer } from '#contract/creator/creator.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { handleText, profileUrl } from '#domain/posts/web-links.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from './OfferHeader.module.css';

/** Names the campaign, its brand, and the creator's account. */
export function OfferHeader({ offer: { brand, campaign, account } }: { offer: CreatorOffer }) {
  const title = campaign.name ?? `${brand.name} Campaign`;
  return (
    <header className={classes.header}>
      <title>{`${title} · ${brand.name}`}</title>
      <Avatar name={brand.name} shape="square" size={56} src={brand.iconUrl} />
      <div className={classes.words}>
        <p className={classes.brand}>{brand.name}</p>
        <h1>{title}</h1>
        <a
          aria-label={`Your account: ${handleText(account.username)} on ${platformNames[account.platform]}, opens in a new tab`}
          className={classes.account}
          href={profileUrl(account.platform, account.username)}
          rel="noreferrer"
          target="_blank"
        >
          <PlatformIcon decorative platform={account.platform} size={16} />
          <span>{handleText(account.username)}</span>
        </a>
      </div>
    </header>
  );
}
