import { useState } from 'react';
import { isBusy } from '#creator/moves/sender.ts';
import classes from '../StepCard.module.css';
import type { StepProps } from '../step-props.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Withdraws from an accepted offer. Before acceptance, the offer has Decline instead. */
export function Withdraw({ offer, moves: { sending, tap } }: Omit<StepProps, 'token'>) {
  const [isOpen, setIsOpen] = useState(false);
  if (!offer.moves.includes('withdraw') || offer.moves.includes('decline')) return null;
  return (
    <>
      <button className={classes.quiet} disabled={isBusy(sending)} onClick={() => setIsOpen(true)} type="button">
        Withdraw from this campaign
      </button>
      <ConfirmDialog
        confirm="Withdraw"
        keep="Cancel"
        onClose={() => setIsOpen(false)}
        onConfirm={() => tap({ move: 'withdraw' })}
        opened={isOpen}
        text="You can’t undo this, and you won’t be paid for work you’ve done so far."
        title="Withdraw from this campaign?"
      />
    </>
  );
}
