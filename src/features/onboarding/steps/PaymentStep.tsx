import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { formatUsd } from '#domain/money/money.ts';
import { centsOf, NeedsConnection, PaymentCheckNotice, useUnknownAttempt } from '#features/billing/public.ts';
import { readTypedValues } from '../draft.ts';
import { proposedFunding } from '../forms.ts';
import { FirstPayment } from './FirstPayment.tsx';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

const failure = 'Payment was successful, but something went wrong.';

/**
 * Charges the amount from the previous step, once. A brand that already has funds, from here or elsewhere, continues.
 */
export function PaymentStep(props: StepProps) {
  const { brand, onBack, onDone } = props;
  const online = useOnline();
  const unknown = useUnknownAttempt();
  const [hasBegun, setBegun] = useState(online);
  if (online && !hasBegun) setBegun(true);
  const { save, busy } = useStep({ brand, onDone }, { step: 'payment', failure });
  const inAccount = brand.availableBalanceCents + brand.pendingBalanceCents;
  const amountCents =
    centsOf(readTypedValues(brand.id).initialFunding ?? proposedFunding) ?? centsOf(proposedFunding) ?? 0;
  const title = 'Finalize and pay';
  const frame = { step: 'payment' as const, title, onBack };

  if (unknown) {
    return (
      <StepFrame {...frame} blocked busy={false} onSubmit={() => undefined}>
        <PaymentCheckNotice attempt={unknown} />
      </StepFrame>
    );
  }
  if (inAccount > 0 || brand.onboarding.payment === true) {
    return (
      <StepFrame
        {...frame}
        busy={busy}
        lead={
          inAccount > 0
            ? `${formatUsd(inAccount)} is in your account. You don’t need to pay anything now.`
            : 'Your payment was successful.'
        }
        onSubmit={() => save({})}
      />
    );
  }
  if (!hasBegun) {
    return (
      <StepFrame {...frame} blocked busy={false} onSubmit={() => undefined}>
        <NeedsConnection />
      </StepFrame>
    );
  }
  return <FirstPayment {...frame} amountCents={amountCents} onPaid={() => save({})} saving={busy} />;
}
