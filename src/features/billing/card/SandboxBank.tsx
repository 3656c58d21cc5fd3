import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';
import type { SandboxCard } from '#domain/money/sandbox-payments.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import classes from '../Billing.module.css';

interface Props {
  /** The card to confirm, or null. */
  card: SandboxCard | null;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Simulates a bank, which would ask its customer for a code. */
export function SandboxBank({ card, onAnswer }: Props) {
  const last = useRef(card);
  if (card !== null) last.current = card;
  return (
    <Modal
      classNames={{ title: classes.dialogTitle ?? '' }}
      closeOnClickOutside={false}
      onClose={() => onAnswer(false)}
      opened={card !== null}
      title="Confirm this card"
      withCloseButton={false}
    >
      <p>
        This is the sandbox bank. Is {last.current?.brand} •••• {last.current?.last4} yours, and may Afield charge it?
      </p>
      <ButtonRow isApart>
        <Button onClick={() => onAnswer(false)} variant="default">
          Decline
        </Button>
        <Button onClick={() => onAnswer(true)}>Confirm</Button>
      </ButtonRow>
    </Modal>
  );
}
