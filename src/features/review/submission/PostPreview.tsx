import type { Offer } from '#contract/brand/offer.ts';
import { webUrlOf } from '#domain/posts/web-links.ts';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from '../player/Media.module.css';
import { TikTokEmbed } from './TikTokEmbed.tsx';

interface Props {
  url: string;
  platform: Offer['socialAccount']['platform'];
  label: string;
}

/** A published post: embedded if its platform allows it, and with a link to it. */
export function PostPreview({ url, platform, label }: Props) {
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
