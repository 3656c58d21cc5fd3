import { useState } from 'react';
import { exactDay } from '#ui/relative-time.ts';
import classes from './StepCard.module.css';
import type { StepProps } from './step-props.ts';
import { TextForm } from './TextForm.tsx';

/** The package's address; it can be corrected until it is sent. */
export function AddressStep({ offer, moves }: StepProps) {
  const { delivery, stage } = offer;
  const [isOpen, setIsOpen] = useState(stage.type === 'SUBMIT_ADDRESS');
  const canGive = offer.moves.includes('give-address');
  const given = delivery?.address ?? null;
  return (
    <div className={classes.stack}>
      {!isOpen && given !== null && (
        <>
          <h3>It goes to</h3>
          <p className={classes.quote}>{given}</p>
        </>
      )}
      {delivery?.sentAt && (
        <p className={classes.soft}>
          Sent on {exactDay(new Date(delivery.sentAt))}
          {delivery.carrier && ` by ${delivery.carrier}`}
          {delivery.tracking && `, ${delivery.tracking}`}
        </p>
      )}
      {canGive && !isOpen && (
        <button className={classes.quiet} onClick={() => setIsOpen(true)} type="button">
          Correct the address
        </button>
      )}
      {canGive && isOpen && (
        <TextForm
          autoComplete="street-address"
          button={given === null ? 'Send my address' : 'Send the corrected address'}
          description="As it should stand on the parcel, in several lines."
          empty="Write where the package shall go."
          field="address"
          initial={given ?? ''}
          isLong
          label="Name and address"
          maxLength={500}
          move={(address) => ({ move: 'give-address', address: address.trim() })}
          moves={moves}
          offerId={offer.id}
        />
      )}
    </div>
  );
}
