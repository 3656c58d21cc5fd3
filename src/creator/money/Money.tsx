import type { CreatorOffer } from '#contract/creator/creator.ts';
import { PaymentReference } from './PaymentReference.tsx';
import { StatementSection } from './StatementSection.tsx';

/** The earnings of an offer whose post's views are counted: a statement, and the creator's payment reference. */
export const Money = ({ token, offer }: { token: string; offer: CreatorOffer }) => (
  <>
    {offer.post !== null && offer.post.earnedCents !== null && (
      <StatementSection offer={offer} post={offer.post} token={token} />
    )}
    {offer.payment !== null && <PaymentReference offerId={offer.id} payment={offer.payment} token={token} />}
  </>
);
