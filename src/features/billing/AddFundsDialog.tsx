import { Modal } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { limits } from '#domain/shared/limits.ts';
import { AddFundsForm } from './AddFundsForm.tsx';
import type { AddFundsRequest } from './add-funds-request.ts';
import type { Attempt } from './attempt/attempt.ts';
import { PaymentCheckNotice } from './attempt/PaymentCheckNotice.tsx';
import { useUnknownAttempt } from './attempt/payments.ts';
import { fundingKey } from './attempt/use-funding.ts';
import classes from './Billing.module.css';
import { NeedsConnection } from './NeedsConnection.tsx';

const dollarsOf = (cents: number) => (Math.max(limits.minFundsCents, cents) / 100).toFixed(2).replace(/\.00$/, '');
const initialAmount = dollarsOf(limits.minFundsCents);

interface Props {
  /** Null closes the dialog. */
  request: AddFundsRequest | null;
  onClose: () => void;
}

/** Adds funds by card. It can't be closed by accident while a payment is in flight. */
export function AddFundsDialog({ request, onClose }: Props) {
  const opened = request !== null;
  const online = useOnline();
  const unknown = useUnknownAttempt();
  const busy = useIsMutating({ mutationKey: fundingKey }) > 0;
  const [amount, setAmount] = useState(initialAmount);
  const [shown, setShown] = useState({ opened: false, hasBegun: false });
  // Keep a visible form mounted when the network is lost, so that its input survives.
  const hasBegun = opened && (online || (shown.opened && shown.hasBegun));
  if (shown.opened !== opened || (opened && shown.hasBegun !== hasBegun)) setShown({ opened, hasBegun });
  const [prefilledBy, setPrefilledBy] = useState<AddFundsRequest | null>(null);
  if (prefilledBy !== request) {
    setPrefilledBy(request);
    if (request?.amountCents != null) setAmount(dollarsOf(request.amountCents));
  }
  // Keep the content while the dialog fades out.
  const view = useRef<Attempt | 'form' | 'offline'>('offline');
  if (opened) view.current = unknown ?? (hasBegun ? 'form' : 'offline');

  return (
    <Modal
      classNames={{ title: classes.dialogTitle ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      closeOnClickOutside={false}
      closeOnEscape={!busy}
      onClose={onClose}
      opened={opened}
      size={440}
      title="Add Funds"
      withCloseButton={!busy}
    >
      {view.current === 'offline' ? (
        <NeedsConnection />
      ) : view.current === 'form' ? (
        <AddFundsForm
          amount={amount}
          onAmountChange={setAmount}
          onFunded={() => {
            setAmount(initialAmount);
            onClose();
          }}
        />
      ) : (
        <PaymentCheckNotice attempt={view.current} />
      )}
    </Modal>
  );
}
