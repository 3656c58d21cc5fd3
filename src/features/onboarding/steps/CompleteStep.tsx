import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { formatUsd } from '#domain/money/money.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Onboarding.module.css';
import { BrandCard } from './BrandCard.tsx';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** Onboarding is complete: the next steps. */
export function CompleteStep({ brand }: Pick<StepProps, 'brand'>) {
  const online = useOnline();
  const navigate = useNavigate();
  const [creates, setCreates] = useState(true);
  const leave = () => {
    if (creates) {
      void navigate({ to: '/dashboard/campaigns', search: { filter: 'all', 'create-campaign': true } });
    } else void navigate({ to: '/dashboard' });
  };
  const { save, busy } = useStep(
    { brand, onDone: leave },
    { step: 'complete', failure: 'Payment was successful, but something went wrong.' },
  );
  const finish = (first: 'campaign' | 'dashboard') => {
    setCreates(first === 'campaign');
    save({});
  };
  const { availableBalanceCents: available, pendingBalanceCents: pending } = brand;
  return (
    <StepFrame
      busy={busy}
      footer={
        <div className={classes.finish}>
          <Button disabled={!online || (busy && !creates)} loading={busy && creates} type="submit">
            Create First Campaign
          </Button>
          <Button
            disabled={!online || (busy && creates)}
            loading={busy && !creates}
            onClick={() => finish('dashboard')}
            variant="default"
          >
            Go To Dashboard
          </Button>
        </div>
      }
      lead={
        pending > 0
          ? `${formatUsd(pending)} is on its way to your balance. You can start preparing a campaign.`
          : `${formatUsd(available)} is in your balance, ready for your first campaign.`
      }
      mark={
        <span className={classes.done}>
          <Icon name="check" size={32} />
        </span>
      }
      onSubmit={() => finish('campaign')}
      step="complete"
      title="Your brand account is ready"
    >
      <BrandCard brand={brand} />
    </StepFrame>
  );
}
