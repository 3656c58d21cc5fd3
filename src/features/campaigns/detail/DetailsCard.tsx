import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { openWizard } from '#app/shell/wizard-request.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { canArchive } from '#domain/campaigns/campaign-status.ts';
import { formatCount, formatUsd } from '#domain/money/money.ts';
import { acceptedProposal } from '#domain/money/proposal.ts';
import { budgetCentsOf, viewTarget } from '#domain/money/reach.ts';
import { campaignLengthDays } from '#domain/time/period.ts';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { useNow } from '#ui/text/RelativeTime.tsx';
import { Section } from '#ui/text/Section.tsx';
import { dateRangeOf } from '../dates.ts';
import classes from './DetailsCard.module.css';
import { GuidelinesModal } from './GuidelinesModal.tsx';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface Props {
  campaign: Campaign;
  onArchive: () => void;
}

/** A campaign's terms and actions. */
export function DetailsCard({ campaign, onArchive }: Props) {
  const [guidelinesOpen, setGuidelinesOpen] = useState(false);
  const now = useNow();
  const { brief, CPMWorker, platforms, tags } = campaign;
  const budgetCents = budgetCentsOf(campaign);
  const fees = acceptedProposal(campaign);
  const target = viewTarget(campaign);
  const days = campaignLengthDays(campaign);
  return (
    <Section isNarrow title="Campaign Details">
      <dl className={classes.facts}>
        <Fact name="Platforms">
          <span className={classes.platforms}>
            {platforms.map((platform) => (
              <PlatformIcon key={platform} platform={platform} size={18} />
            ))}
          </span>
        </Fact>
        <Fact name="Tags">
          {tags.length === 0 ? (
            'No tags'
          ) : (
            <ul className={classes.tags}>
              {tags.map(({ id, name }) => (
                <li key={id}>{name}</li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name="Duration">
          {days} {days === 1 ? 'day' : 'days'}
        </Fact>
        <Fact name="Dates">{dateRangeOf(campaign, now)}</Fact>
        {brief?.product && <Fact name="Product">{brief.product} (one per creator)</Fact>}
        <Fact name="Budget">{budgetCents === null ? 'None' : formatUsd(budgetCents)}</Fact>
        {fees !== null && (
          <>
            <Fact name="Fee">{formatUsd(fees.feeCents)} per post</Fact>
            <Fact name="Creators">Up to {fees.creators}</Fact>
            <Fact name="Spent">{formatUsd(fees.spentCents ?? 0)}</Fact>
          </>
        )}
        {CPMWorker !== null && CPMWorker.cpmCents > 0 && <Fact name="CPM">{formatUsd(CPMWorker.cpmCents)}</Fact>}
        {target !== null && <Fact name="View target">{formatCount(target)} views</Fact>}
      </dl>
      <Button fullWidth onClick={() => setGuidelinesOpen(true)} variant="default">
        Guidelines
      </Button>
      <Button
        fullWidth
        leftSection={<Icon name="refresh" size={18} />}
        onClick={() => openWizard({ kind: 'run-again', campaignId: campaign.id })}
        variant="default"
      >
        Run campaign again
      </Button>
      {/* Before the approval, the banner has this button. */}
      {canArchive(campaign) && campaign.approvalStatus === 'APPROVED' && (
        <Button fullWidth leftSection={<Icon name="archive" size={18} />} onClick={onArchive} variant="default">
          Archive Campaign
        </Button>
      )}
      <GuidelinesModal campaign={campaign} onClose={() => setGuidelinesOpen(false)} opened={guidelinesOpen} />
    </Section>
  );
}
