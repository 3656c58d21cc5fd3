import type { Offer } from '#contract/brand/offer.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import { Handle } from '../Handle.tsx';
import { OfferBadge } from '../OfferBadge.tsx';
import classes from './OfferRows.module.css';

interface Props {
  offers: readonly Offer[];
  label: string;
  onOpen: (id: string) => void;
}

/** Offers on a phone: each row is one large button. */
export function OfferRows({ offers, label, onOpen }: Props) {
  return (
    <ul aria-label={label} className={classes.rows}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <button
            aria-haspopup="dialog"
            className={classes.row}
            data-offer={offer.id}
            onClick={() => onOpen(offer.id)}
            type="button"
          >
            <Avatar name={creatorName(offer)} src={offer.socialAccount.avatarUrl} />
            <span className={classes.body}>
              <span className={classes.line}>
                <span className={classes.name}>{creatorName(offer)}</span>
                <span className={classes.age}>
                  <RelativeTime at={offer.updatedAt} />
                </span>
              </span>
              <Handle account={offer.socialAccount} />
              <OfferBadge offer={offer} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
