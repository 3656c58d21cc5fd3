import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { RunningChange } from '#contract/brand/campaign-change.ts';
import { brandQuery } from '#features/auth/public.ts';
import { ConfirmChange } from './forms/ConfirmChange.tsx';
import { ExtendForm } from './forms/ExtendForm.tsx';
import { TopUpForm } from './forms/TopUpForm.tsx';
import { useChange } from './use-change.ts';

export type ChangeKind = RunningChange['change'];

const titles: Readonly<Record<ChangeKind, string>> = {
  'top-up': 'Add to budget',
  extend: 'Extend campaign',
  pause: 'Pause campaign?',
  resume: 'Resume campaign?',
  end: 'End campaign?',
};

interface Props {
  campaign: Campaign;
  /** Null closes the dialog. */
  kind: ChangeKind | null;
  onClose: () => void;
}

/** Explains the effects and cost of a change, and makes it. */
export function ChangeDialog({ campaign, kind, onClose }: Props) {
  const { data: brand } = useQuery(brandQuery());
  const { send, isPending } = useChange({ brandId: brand?.id ?? '', campaignId: campaign.id, onSent: onClose });
  useUnsavedWarning(isPending);
  // Keep the content while the dialog fades out.
  const [shown, setShown] = useState(kind);
  if (kind !== null && kind !== shown) setShown(kind);
  const common = { campaign, isPending, onCancel: onClose, onSend: send };
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      closeOnEscape={!isPending}
      onClose={onClose}
      opened={kind !== null}
      size={440}
      title={shown && titles[shown]}
      withCloseButton={!isPending}
    >
      {shown === 'top-up' && brand && <TopUpForm {...common} availableCents={brand.availableBalanceCents} />}
      {shown === 'extend' && <ExtendForm {...common} />}
      {(shown === 'pause' || shown === 'resume' || shown === 'end') && <ConfirmChange {...common} change={shown} />}
    </Modal>
  );
}
