import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { useUnsavedWarning } from '#app/intents/unsaved.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { formatUsd } from '#domain/money/money.ts';
import { costOf, openProposal } from '#domain/money/proposal.ts';
import { brandQuery } from '#features/auth/public.ts';
import { AddFundsButton } from '#features/billing/public.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import { Section } from '#ui/text/Section.tsx';
import { changes } from './changes.ts';
import { DeclineForm } from './forms/DeclineForm.tsx';
import classes from './Manage.module.css';
import { useChange } from './use-change.ts';

/** A flat-fee proposal: the cost, and the brand's decision. */
export function ProposalCard({ campaign }: { campaign: Campaign }) {
  const online = useOnline();
  const isChecking = changes.useUnknown() !== null;
  const { data: brand } = useQuery(brandQuery());
  const [isDeclining, setIsDeclining] = useState(false);
  const { send, isPending } = useChange({ brandId: brand?.id ?? '', campaignId: campaign.id, onSent: () => undefined });
  useUnsavedWarning(isPending);
  const proposal = openProposal(campaign);
  if (proposal === null || brand === undefined) return null;
  const { number, feeCents, creators } = proposal;
  const cost = costOf(proposal);
  const missingCents = Math.max(0, cost - brand.availableBalanceCents);
  const cannotSend = !online || isChecking;
  return (
    <Section isNarrow title="Proposal">
      <Facts>
        <Fact name="Cost">
          <strong>{formatUsd(cost)}</strong>
        </Fact>
        <Fact name="Fee">{formatUsd(feeCents)} per post</Fact>
        <Fact name="Creators">Up to {creators}</Fact>
        <Fact name="Your balance">{formatUsd(brand.availableBalanceCents)}</Fact>
      </Facts>
      <p className={classes.note}>
        If you accept, {formatUsd(cost)} is set aside from your balance and your campaign is approved. Each approved
        post costs {formatUsd(feeCents)}. Whatever isn’t spent returns to your balance when the campaign is settled.
      </p>
      {missingCents > 0 && (
        <ButtonRow>
          <p className={classes.note}>Your balance is {formatUsd(missingCents)} short.</p>
          <AddFundsButton amountCents={missingCents} place="page" />
        </ButtonRow>
      )}
      <p className={classes.note} role="status">
        {statusOf(online, isChecking)}
      </p>
      {isDeclining ? (
        <DeclineForm
          canSend={!cannotSend}
          isPending={isPending}
          onCancel={() => setIsDeclining(false)}
          onDecline={(note) => send({ change: 'decline-proposal', proposal: number, ...(note !== '' && { note }) })}
        />
      ) : (
        <ButtonRow>
          <Button disabled={cannotSend || isPending} onClick={() => setIsDeclining(true)} variant="default">
            Decline
          </Button>
          <Button
            disabled={cannotSend || missingCents > 0}
            loading={isPending}
            onClick={() => send({ change: 'accept-proposal', proposal: number })}
          >
            {`Accept · ${formatUsd(cost)}`}
          </Button>
        </ButtonRow>
      )}
    </Section>
  );
}

function statusOf(online: boolean, isChecking: boolean): string {
  if (isChecking) return 'Checking whether your last change was saved…';
  return online ? '' : 'You’re offline. Reconnect to accept or decline this proposal.';
}
