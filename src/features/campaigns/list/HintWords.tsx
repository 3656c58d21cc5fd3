import { Popover } from '@mantine/core';
import type { RefObject } from 'react';
import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from '#domain/money/money.ts';
import { costOf, openProposal } from '#domain/money/proposal.ts';
import { StandIn } from '#ui/states/stand-in.ts';
import { UnapprovedActions } from '../UnapprovedActions.tsx';
import classes from './CampaignHint.module.css';

const inReview = 'Your campaign is in review. Please allow up to 24 hours for this process to be completed.';

export type CampaignWithHint = Pick<Campaign, 'id' | 'approvalStatus' | 'rejectionReason' | 'status' | 'proposal'>;

function textFor(campaign: CampaignWithHint): string {
  if (campaign.approvalStatus === 'REJECTED') return campaign.rejectionReason ?? 'No reason was given.';
  const proposal = openProposal(campaign);
  if (proposal === null) return inReview;
  return `You have a proposal for ${formatUsd(costOf(proposal))}. Open the campaign to accept or decline it.`;
}

interface Props {
  campaign: CampaignWithHint;
  /** Id of the icon, which labels the popover. */
  id: string;
  sign: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
  onArchive: () => void;
}

/** Content of the hint, created when it's first opened: a list has many hints, and few are opened. */
export function HintWords({ campaign, id, sign, opened, onChange, onArchive }: Props) {
  return (
    <Popover
      onChange={onChange}
      opened={opened}
      position="bottom-end"
      shadow="md"
      width={280}
      withinPortal={false}
      withRoles={false}
    >
      <Popover.Target>
        <StandIn for={sign} />
      </Popover.Target>
      <Popover.Dropdown
        aria-labelledby={id}
        className={classes.dropdown ?? ''}
        id={`${id}-words`}
        role="dialog"
        tabIndex={-1}
      >
        <p>{textFor(campaign)}</p>
        {campaign.status === 'ACTIVE' && (
          <UnapprovedActions campaign={campaign} fullWidth onAct={() => onChange(false)} onArchive={onArchive} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
