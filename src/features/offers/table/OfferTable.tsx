import type { Offer } from '#contract/brand/offer.ts';
import { creatorName } from '#domain/offers/offer-stage.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { RelativeTime } from '#ui/text/RelativeTime.tsx';
import { Handle } from '../Handle.tsx';
import { OfferBadge } from '../OfferBadge.tsx';
import classes from './OfferTable.module.css';

interface Props {
  offers: readonly Offer[];
  /** Accessible name of the table. */
  label: string;
  onOpen: (id: string) => void;
}

/** Offers on wide screens. A click anywhere in a row opens it; the keyboard uses the creator's name. */
export function OfferTable({ offers, label, onOpen }: Props) {
  return (
    <table aria-label={label} className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Creator</th>
          <th scope="col">Status</th>
          <th className={classes.activity} scope="col">
            Last Activity
          </th>
        </tr>
      </thead>
      <tbody>
        {offers.map((offer) => (
          <tr className={classes.row} key={offer.id} onClick={() => onOpen(offer.id)}>
            <td>
              <div className={classes.creator}>
                <Avatar name={creatorName(offer)} src={offer.socialAccount.avatarUrl} />
                <div className={classes.names}>
                  <button
                    aria-haspopup="dialog"
                    className={classes.open}
                    data-offer={offer.id}
                    onClick={(event) => {
                      event.stopPropagation();
                      onOpen(offer.id);
                    }}
                    title={creatorName(offer)}
                    type="button"
                  >
                    {creatorName(offer)}
                  </button>
                  <Handle account={offer.socialAccount} />
                </div>
              </div>
            </td>
            <td>
              <OfferBadge offer={offer} />
            </td>
            <td className={classes.activity}>
              <RelativeTime at={offer.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
