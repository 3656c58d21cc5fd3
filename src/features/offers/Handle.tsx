import type { Offer } from '#contract/brand/offer.ts';
import { handleText } from '#domain/posts/web-links.ts';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from './Handle.module.css';

/** A creator's platform and handle. */
export function Handle({ account }: { account: Offer['socialAccount'] }) {
  return (
    <span className={classes.handle}>
      <PlatformIcon platform={account.platform} size={14} />
      <span className={classes.name}>{handleText(account.username)}</span>
    </span>
  );
}
