import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { feeText } from '#domain/money/proposal.ts';
import {
  decideOnCampaignCommand,
  listCampaignsCommand,
  setFeeCommand,
  settleCampaignCommand,
  showCampaignCommand,
} from '#server/control/admin-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { campaignLine, campaignLines } from '#server/services/admin/shared/in-words.ts';
import { campaignText } from '#server/services/admin/show/campaign-text.ts';
import { centsOf, decided, namesIn, type Verbs, verbResult } from './verb.ts';

/** `contract,custom-caption` as CONTRACT and CUSTOM_CAPTION. */
const stepsOf = (typed: string) => namesIn(typed).map((step) => step.toUpperCase().replaceAll('-', '_'));

export const campaignVerbs: Verbs = {
  help: `
  list-campaigns [--status STATUS]      lists campaigns in a state, by default those waiting for review
  show-campaign ID                      shows a campaign, and its brief exactly as creators read it
  approve-campaign ID [--asks STEPS] [--originals] [--fee DOLLARS --creators NUMBER]
                                        captures the held budget and starts the campaign on its start date. STEPS are what
                                        creators do before they submit the link, separated by commas; by default the usual
                                        ones. --originals keeps videos as they were recorded, for the brand to download once
                                        it has approved the draft. A flat-fee campaign needs --fee (per approved post) and
                                        --creators (the most who can earn it). This sends the brand a proposal; the campaign
                                        is approved once the brand accepts. A new proposal replaces the last one
  set-fee ID --fee DOLLARS              sets the fee of a flat-fee campaign that was approved without a proposal, unless
                                        creators were already offered another one
  settle-campaign ID [--today]          settles a campaign that has ended, without the wait of 30 days: freezes what its
                                        creators earned and returns the rest of its budget. Views up to yesterday count, with
                                        --today also those known of today. Repeating it changes nothing
  reject-campaign ID --reason TEXT      releases the held budget; the brand sees the reason`,
  verbs: {
    'list-campaigns': {
      takes: ['status'],
      run: (_, { status }) =>
        verbResult(listCampaignsCommand, { status }, ({ campaigns }) => campaignLines(campaigns, new Date())),
    },
    'show-campaign': {
      argument: 'the ID of a campaign',
      takes: [],
      run: (campaignId) => verbResult(showCampaignCommand, { campaignId }, (shown) => campaignText(shown, new Date())),
    },
    'approve-campaign': {
      argument: 'the ID of a campaign',
      takes: ['asks', 'originals', 'fee', 'creators', 'seen'],
      run: (campaignId, { asks, originals, fee, creators, seen }) =>
        verbResult(
          decideOnCampaignCommand,
          {
            ...{ campaignId, decision: 'APPROVED', asksForOriginals: originals !== undefined, seen },
            ...(asks === undefined ? {} : { asks: stepsOf(asks) }),
            ...(fee === undefined ? {} : { feeCents: centsOf(fee) }),
            ...(creators === undefined ? {} : { creators: Number(creators) }),
          },
          ({ campaign, changed }) =>
            campaign.proposal === null
              ? `${campaignLine(campaign)} is approved.${decided(changed)}`
              : `Proposed for ${campaignLine(campaign)}: ${feeText(campaign.proposal)}. It’s approved once the brand accepts.${decided(changed)}`,
        ),
    },
    'set-fee': {
      argument: 'the ID of a campaign',
      takes: ['fee'],
      run: (campaignId, { fee = '' }) =>
        verbResult(
          setFeeCommand,
          { campaignId, feeCents: centsOf(fee) },
          ({ feeCents }) => `The campaign pays ${formatUsd(feeCents)} per post.`,
        ),
    },
    'settle-campaign': {
      argument: 'the ID of a campaign',
      takes: ['today'],
      run: (campaignId, { today }) =>
        verbResult(
          settleCampaignCommand,
          { campaignId, countToday: today !== undefined },
          ({ name, earnedCents, returnedCents, changed }) => {
            const sums = `its creators earned ${formatUsd(earnedCents)}, and ${formatUsd(returnedCents)} went back to the brand`;
            return `${withoutControls(name)} (${campaignId}) is settled: ${sums}.${decided(changed)}`;
          },
        ),
    },
    'reject-campaign': {
      argument: 'the ID of a campaign',
      takes: ['reason', 'seen'],
      run: (campaignId, { reason, seen }) => {
        if (reason === undefined) throw new UsageError('Expected --reason: the brand reads it.');
        return verbResult(
          decideOnCampaignCommand,
          { campaignId, decision: 'REJECTED', reason, seen },
          (done) => `${campaignLine(done.campaign)} is rejected.${decided(done.changed)}`,
        );
      },
    },
  },
};
