import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { formatUsd } from '#domain/money/money.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { withoutScheme } from '#domain/posts/web-address.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from '../Onboarding.module.css';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The brand as creators see it, from the steps so far. */
function BrandCard({ brand }: { brand: Brand }) {
  const handles = offeredPlatforms.filter(({ field }) => brand[field]);
  return (
    <section aria-label="How creators see you" className={classes.brand}>
      <Avatar name={brand.name} shape="square" size={64} src={brand.iconUrl} />
      <div className={classes.about}>
        <strong>{brand.name}</strong>
        {brand.description && <p>{brand.description}</p>}
        {brand.brandUrl && <p className={classes.faint}>{withoutScheme(brand.brandUrl)}</p>}
        {handles.length > 0 && (
          <ul className={classes.tagged}>
            {handles.map(({ platform, field }) => (
              <li key={field}>
                <PlatformIcon platform={platform} size={16} /> @{brand[field]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

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
