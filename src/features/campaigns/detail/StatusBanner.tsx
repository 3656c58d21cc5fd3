import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { attentionText, toActionNeedingAttention } from '#app/intents/attention-text.ts';
import { intentTexts } from '#app/intents/intent-texts.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import { canUndo, type PendingAction } from '#contract/brand/intent.ts';
import { type CampaignBanner, campaignBanner } from '#domain/campaigns/campaign-status.ts';
import { formatUsd } from '#domain/money/money.ts';
import { openProposal } from '#domain/money/proposal.ts';
import { budgetCentsOf } from '#domain/money/reach.ts';
import { AttentionButtons, sendQueueCommand, unconfirmedText, useParkedIntentOn } from '#features/queue/public.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import tones from '#ui/styles/tones.module.css';
import type { Tone } from '#ui/text/Badge.tsx';
import { exactDay } from '#ui/text/relative-time.ts';
import { UnapprovedActions } from '../UnapprovedActions.tsx';
import classes from './StatusBanner.module.css';

interface Texts {
  icon: IconName;
  tone: Tone;
  title: string;
  text: string;
}

const proposed: Texts = {
  icon: 'clock',
  tone: 'amber',
  title: 'Proposal ready',
  text: 'We’ve reviewed your campaign. Accept or decline our proposal to continue.',
};

function textFor(banner: CampaignBanner): Texts {
  switch (banner.kind) {
    case 'in-review':
      return {
        icon: 'clock',
        tone: 'amber',
        title: 'Under review',
        text: 'Please allow up to 48 hours for this process to be completed.',
      };
    case 'rejected':
      return { icon: 'alert', tone: 'red', title: 'Rejected', text: banner.reason ?? 'No reason was given.' };
    case 'not-started':
      return {
        icon: 'check',
        tone: 'blue',
        title: 'Approved',
        text: `We'll start inviting creators when your campaign launches on ${exactDay(new Date(banner.startsAt))}.`,
      };
    case 'sourcing':
      return {
        icon: 'person',
        tone: 'blue',
        title: 'Sourcing creators',
        text: 'We’re inviting creators. Their offers appear here once the campaign is live.',
      };
    case 'active':
      return {
        icon: 'play',
        tone: 'green',
        title: 'Live',
        text: 'Creators are making their videos. Review their submissions as they come in.',
      };
    case 'ending':
      return {
        icon: 'clock',
        tone: 'violet',
        title: 'Ending',
        text: 'We’re no longer inviting creators. Those already taking part can still finish. To keep going, add to the budget or extend the campaign.',
      };
    case 'paused':
      return {
        icon: 'pause',
        tone: 'amber',
        title: 'Paused',
        text: 'Creators can’t join or submit. Views of published posts still count, and you can still review submissions.',
      };
    case 'goal-reached':
      return {
        icon: 'check',
        tone: 'grey',
        title: 'View goal reached',
        text: 'The campaign is complete. Its analytics keep updating.',
      };
    case 'end-reached':
      return {
        icon: 'check',
        tone: 'grey',
        title: 'End date reached',
        text: 'The campaign is complete. Its analytics keep updating.',
      };
    case 'archived':
      return {
        icon: 'archive',
        tone: 'grey',
        title: 'Archived',
        text: 'You can view this campaign, but you can’t change it.',
      };
  }
}

/**
 * Describes how much of an ended campaign's budget was spent and returned, or when that will happen. Returns null
 * without a budget.
 */
function settlementText(campaign: Campaign): string | null {
  const { settlement } = campaign;
  const budgetCents = budgetCentsOf(campaign) ?? 0;
  if (settlement === undefined || budgetCents <= 0) return null;
  const { dueAt, settled } = settlement;
  if (settled === null) return `Unspent budget returns to your balance by ${exactDay(new Date(dueAt))}.`;
  const returned = budgetCents - settled.spentCents;
  const spent = `Settled on ${exactDay(new Date(settled.at))}: ${formatUsd(settled.spentCents)} of ${formatUsd(budgetCents)} spent`;
  return returned > 0 ? `${spent}, ${formatUsd(returned)} returned to your balance.` : `${spent}.`;
}

/** Text for an action that's queued or being sent. */
function queuedWords({ kind, state, mayHaveArrived }: PendingAction): Texts {
  const { queued, doing } = intentTexts[kind];
  if (state === 'sending') return { icon: 'send', tone: 'amber', title: 'Sending…', text: doing };
  const text = mayHaveArrived ? unconfirmedText : 'It will be sent when you reconnect. You can undo it until then.';
  return { icon: 'clock', tone: 'amber', title: queued, text };
}

interface Props {
  campaign: Campaign;
  onArchive: () => void;
}

/** Explains the campaign's state to the brand. */
export function StatusBanner({ campaign, onArchive }: Props) {
  const client = useQueryClient();
  const banner = campaignBanner(campaign);
  const { pendingAction } = campaign;
  const isQueued = pendingAction !== undefined && pendingAction.state !== 'attention';
  const isProposed = openProposal(campaign) !== null;
  const { icon, tone, title, text } = isQueued ? queuedWords(pendingAction) : isProposed ? proposed : textFor(banner);
  return (
    <section aria-label="Campaign status" className={clsx(tones.tones, classes.banner)} data-tone={tone}>
      <Icon className={classes.icon} name={icon} />
      <p className={classes.words}>
        <strong>{title}</strong> {[text, isQueued ? null : settlementText(campaign)].filter(Boolean).join(' ')}
      </p>
      {pendingAction && canUndo(pendingAction) && (
        <div className={classes.actions}>
          <Button onClick={() => void sendQueueCommand(client, 'undo', pendingAction)} variant="default">
            Undo
          </Button>
        </div>
      )}
      {(banner.kind === 'rejected' || banner.kind === 'in-review') && (
        <div className={classes.actions}>
          <UnapprovedActions campaign={campaign} onArchive={onArchive} />
        </div>
      )}
    </section>
  );
}

/** Explains why an action on the campaign wasn't applied, with options to resolve it. */
export function AttentionNotice({ campaignId }: { campaignId: string }) {
  const client = useQueryClient();
  const action = useParkedIntentOn({ type: 'campaign', id: campaignId });
  const attended = action && toActionNeedingAttention(action);
  if (!attended) return null;
  const { title, text } = attentionText(attended);
  return (
    <section aria-label={title} className={clsx(tones.tones, classes.banner)} data-tone="red" role="alert">
      <Icon className={classes.icon} name="alert" />
      <p className={classes.words}>
        <strong>{title}</strong> {text}
      </p>
      <div className={classes.actions}>
        <AttentionButtons
          attended={attended}
          offer={null}
          onDiscard={() => sendQueueCommand(client, 'discard', action)}
          onRetry={() => sendQueueCommand(client, 'retry', action)}
        />
      </div>
    </section>
  );
}
