import { Button } from '@mantine/core';
import type { Offer } from '../../../contract/offer.ts';
import { reviewKind } from '../../../domain/offer-stage.ts';
import panel from '../OfferPanel.module.css';

interface Props {
  offer: Offer;
  approving: boolean;
  onApprove: () => void;
  onRequestChanges: () => void;
}

/** The two decisions, in thumb's reach. */
export function ReviewActions({ offer, approving, onApprove, onRequestChanges }: Props) {
  return (
    <footer className={panel.actions}>
      <div className={panel.buttons}>
        <Button disabled={approving} onClick={onRequestChanges} variant="outline">
          Request changes
        </Button>
        <Button loading={approving} onClick={onApprove}>
          Approve {reviewKind(offer)}
        </Button>
      </div>
    </footer>
  );
}
