import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KnownOutcome } from '#app/attempts/attempts.ts';
import { reportError } from '#app/reports/error-reports.ts';
import type { Campaign } from '#contract/brand/campaign.ts';
import type { CampaignChange } from '#contract/brand/campaign-change.ts';
import { formatUsd } from '#domain/money/money.ts';
import { refreshFunds } from '#features/billing/public.ts';
import { exactDay } from '#ui/text/relative-time.ts';
import { toastError, toastInfo, toastSuccess } from '#ui/toasts/toast.tsx';
import { refreshAfterCreation } from '../queries.ts';
import { noteCampaignWrite } from '../reads-after-write.ts';
import { setCampaign } from '../update-campaign.ts';
import { type ChangeAttempt, changes, newChange } from './changes.ts';

const id = 'campaign-change';
const movesMoney: ReadonlySet<CampaignChange['change']> = new Set(['top-up', 'end', 'accept-proposal']);

function doneWords({ body }: ChangeAttempt): string {
  switch (body.change) {
    case 'top-up':
      return `${formatUsd(body.amountCents)} added to the budget.`;
    case 'extend':
      return `The campaign now ends on ${exactDay(new Date(body.endAt))}.`;
    case 'pause':
      return 'Campaign paused.';
    case 'resume':
      return 'Campaign resumed.';
    case 'end':
      return 'Campaign ended.';
    case 'accept-proposal':
      return 'Proposal accepted. Your campaign is approved.';
    case 'decline-proposal':
      return 'Proposal declined. Our team will get back to you.';
  }
}

const refusedWords = ({ body: { change } }: ChangeAttempt): string =>
  change === 'accept-proposal' || change === 'decline-proposal'
    ? 'Your answer to the proposal wasn’t saved.'
    : 'The campaign wasn’t changed.';

/** Shows a change's outcome everywhere, and reports it. */
export function conclude(client: QueryClient, attempt: ChangeAttempt, outcome: KnownOutcome<Campaign>): void {
  if (outcome.kind === 'done') {
    noteCampaignWrite();
    setCampaign(client, outcome.done);
    toastSuccess(doneWords(attempt), { id });
  } else {
    reportError(outcome.error ?? new Error('A campaign could not be changed'));
    toastError(refusedWords(attempt), { detail: outcome.reason, id });
    // Show the current proposal instead.
    if (outcome.error?.code === 'proposal_changed') refreshAfterCreation(client);
  }
  if (movesMoney.has(attempt.body.change)) {
    void refreshFunds(client).catch(() => undefined);
  }
}

interface Options {
  brandId: string;
  campaignId: string;
  /**
   * Called once the change is made or its outcome is unknown. Not called after a refusal, so that the form can be
   * corrected.
   */
  onSent: () => void;
}

/** Sends a change in the foreground: it's never queued, and the server applies it once, however often it's sent. */
export function useChange({ brandId, campaignId, onSent }: Options) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: ChangeAttempt['body']) => {
      const attempt = newChange(brandId, campaignId, body);
      return { attempt, outcome: await changes.begin(attempt) };
    },
    retry: false,
    onSuccess: ({ attempt, outcome }) => {
      if (outcome.kind === 'unknown') {
        toastInfo('We’re checking whether your change was saved.', { id });
        onSent();
        return;
      }
      conclude(client, attempt, outcome);
      if (outcome.kind === 'done') onSent();
    },
    // The storage is full, so nothing was sent.
    onError: (error) => {
      reportError(error);
      toastError('The campaign wasn’t changed.', { detail: 'Please try again.', id });
    },
  });
  return { send: mutate, isPending };
}
