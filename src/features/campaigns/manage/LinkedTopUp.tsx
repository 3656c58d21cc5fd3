import type { Campaign } from '#contract/brand/campaign.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { changes } from './changes.ts';

interface Props {
  campaign: Campaign;
  opened: boolean;
  onClose: () => void;
}

/**
 * The top-up opened by an email's link. Like the card's top-up, it's blocked until the outcome of an earlier change is
 * known.
 */
export function LinkedTopUp({ campaign, opened, onClose }: Props) {
  const isChecking = changes.useUnknown() !== null;
  return <ChangeDialog campaign={campaign} kind={opened && !isChecking ? 'top-up' : null} onClose={onClose} />;
}
