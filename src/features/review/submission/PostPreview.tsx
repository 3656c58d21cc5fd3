import type { Offer } from '#contract/offer.ts';
import { handleText, webUrlOf } from '#domain/web-links.ts';
import { Icon } from '#ui/icons.tsx';
import { PlatformIcon } from '#ui/PlatformIcon.tsx';
import classes from './Media.module.css';
import { TikTokEmbed } from './TikTokEmbed.tsx';

interface Props {
  url: string;
  account: Pick<Offer['socialAccount'], 'platform' | 'username'>;
  /** True if the link tells that the post is of this account; undefined where nobody says. */
  isChecked: boolean | undefined;
  label: string;
}

/** A published post: shown in place where its platform allows it, with the way to it there. */
export function PostPreview({ url, account: { platform, username }, isChecked, label }: Props) {
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
      {isChecked === false && (
        <p className={classes.unchecked}>
          <Icon name="info" size={18} />
          <span>
            <strong>Account not checked.</strong> The link doesn’t confirm whose post it is. Open it and check that it’s
            by {handleText(username)}.
          </span>
        </p>
      )}
    </>
  );
}
