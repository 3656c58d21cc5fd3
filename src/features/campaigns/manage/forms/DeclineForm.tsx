import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import { maxDeclineNoteLength } from '#contract/wire/bounds.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import classes from '../Manage.module.css';

interface Props {
  canSend: boolean;
  isPending: boolean;
  onCancel: () => void;
  onDecline: (note: string) => void;
}

/** Declines a proposal, with an optional note to the team. */
export function DeclineForm({ canSend, isPending, onCancel, onDecline }: Props) {
  const [note, setNote] = useState('');
  useUnsavedWarning(note !== '');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(note.trim());
      }}
    >
      <Textarea
        autosize
        data-autofocus
        disabled={isPending}
        label="Note to our team (optional)"
        maxLength={maxDeclineNoteLength}
        minRows={2}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        value={note}
      />
      <ButtonRow>
        <Button disabled={isPending} onClick={onCancel} variant="default">
          Cancel
        </Button>
        <Button disabled={!canSend} loading={isPending} type="submit">
          Decline proposal
        </Button>
      </ButtonRow>
    </form>
  );
}
