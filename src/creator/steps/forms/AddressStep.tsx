import { useState } from 'react';
import { localDayText } from '#creator/words/dates.ts';
import classes from '../StepCard.module.css';
import type { StepProps } from '../step-props.ts';
import { TextForm } from './TextForm.tsx';

/** The shipping address; editable until the package ships. */
export function AddressStep({ offer, moves }: StepProps) {
  const { delivery, stage } = offer;
  const [isOpen, setIsOpen] = useState(stage.type === 'SUBMIT_ADDRESS');
  const canGive = offer.moves.includes('give-address');
  const given = delivery?.address ?? null;
  return (
    <div className={classes.stack}>
      {!isOpen && given !== null && (
        <>
          <h3>Shipping to</h3>
          <p className={classes.quote}>{given}</p>
        </>
      )}
      {delivery?.sentAt && (
        <p className={classes.soft}>
          Shipped on {localDayText(new Date(delivery.sentAt))}
          {delivery.carrier && ` with ${delivery.carrier}`}
          {delivery.tracking && `, tracking number ${delivery.tracking}`}
        </p>
      )}
      {canGive && !isOpen && (
        <button className={classes.quiet} onClick={() => setIsOpen(true)} type="button">
          Change address
        </button>
      )}
      {canGive && isOpen && (
        <TextForm
          autoComplete="street-address"
          button={given === null ? 'Send address' : 'Send new address'}
          description="Enter it as it should appear on the package."
          empty="Enter your name and address."
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
