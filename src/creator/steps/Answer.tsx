import { Button } from '@mantine/core';
import { useState } from 'react';
import { isBusy } from '../moves/sender.ts';
import { isSending } from '../moves/sending-of.ts';
import { ConfirmDialog } from './dialogs/ConfirmDialog.tsx';
import classes from './StepCard.module.css';
import type { StepProps } from './step-props.ts';

/** Accept or decline. Declining can't be undone, so it asks for confirmation. */
export function Answer({ offer, moves: { sending, tap } }: StepProps) {
  const [isDeclining, setIsDeclining] = useState(false);
  const can = (move: string) => offer.moves.includes(move);
  return (
    <div className={classes.buttons}>
      {can('decline') && (
        <Button
          disabled={isBusy(sending)}
          loading={isSending(sending, 'decline')}
          onClick={() => setIsDeclining(true)}
          variant="default"
        >
          Decline
        </Button>
      )}
      {can('accept') && (
        <Button
          disabled={isBusy(sending)}
          loading={isSending(sending, 'accept')}
          onClick={() => tap({ move: 'accept' })}
        >
          Accept
        </Button>
      )}
      <ConfirmDialog
        confirm="Decline"
        keep="Cancel"
        onClose={() => setIsDeclining(false)}
        onConfirm={() => tap({ move: 'decline' })}
        opened={isDeclining}
        text="You can’t undo this."
        title="Decline this offer?"
      />
    </div>
  );
}
