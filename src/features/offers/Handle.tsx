import type { Offer } from '#contract/offer.ts';
import { handleText } from '#domain/web-links.ts';
import { PlatformIcon } from '#ui/PlatformIcon.tsx';
import classes from './Handle.module.css';

/** Platform and handle of a creator. */
export function Handle({ account }: { account: Offer['socialAccount'] }) {
  return (
    <span className={classes.handle}>
      <PlatformIcon platform={account.platform} size={14} />
      <span className={classes.name}>{handleText(account.username)}</span>
    </span>
  );
}
