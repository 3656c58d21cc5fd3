import { formatUsd } from '#domain/money.ts';
import { decideOnCampaignCommand, listCampaignsCommand, setFeeCommand } from '#server/control/admin-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { campaignLine, campaignLines } from '#server/services/admin/in-words.ts';
import { centsOf, decided, namesIn, type Verbs, verbResult } from './verb.ts';

/** `contract,custom-caption` as CONTRACT and CUSTOM_CAPTION. */
const stepsOf = (typed: string) => namesIn(typed).map((step) => step.toUpperCase().replaceAll('-', '_'));

export const campaignVerbs: Verbs = {
  help: `
  list-campaigns [--status STATUS]      campaigns in a state; those that wait for review if none is given
  approve-campaign ID [--asks STEPS] [--originals] [--fee DOLLARS]
                                        spends what is held for it, and starts it on its day. STEPS are what its creators are
                                        asked for before the link, separated by commas; if none are given, what is usual.
                                        With --originals a video that comes as the device recorded it is kept for the brand,
                                        which may download it once it has approved the draft.
                                        The fee is what a campaign with a flat fee pays for each post
  set-fee ID --fee DOLLARS              sets that fee later; not once creators were offered another
  reject-campaign ID --reason TEXT      gives back what is held for it; the brand sees the reason`,
  verbs: {
    'list-campaigns': {
      takes: ['status'],
      run: (_, { status }) => verbResult(listCampaignsCommand, { status }, ({ campaigns }) => campaignLines(campaigns)),
    },
    'approve-campaign': {
      argument: 'the id of a campaign',
      takes: ['asks', 'originals', 'fee'],
      run: (campaignId, { asks, originals, fee }) =>
        verbResult(
          decideOnCampaignCommand,
          {
            ...{ campaignId, decision: 'APPROVED', asksForOriginals: originals !== undefined },
            ...(asks === undefined ? {} : { asks: stepsOf(asks) }),
            ...(fee === undefined ? {} : { feeCents: centsOf(fee) }),
          },
          (done) => `${campaignLine(done.campaign)} is approved.${decided(done.changed)}`,
        ),
    },
    'set-fee': {
      argument: 'the id of a campaign',
      takes: ['fee'],
      run: (campaignId, { fee = '' }) =>
        verbResult(
          setFeeCommand,
          { campaignId, feeCents: centsOf(fee) },
          ({ feeCents }) => `Each post is paid ${formatUsd(feeCents)}.`,
        ),
    },
    'reject-campaign': {
      argument: 'the id of a campaign',
      takes: ['reason'],
      run: (campaignId, { reason }) => {
        if (reason === undefined) throw new UsageError('Expected --reason: the brand sees it.');
        return verbResult(
          decideOnCampaignCommand,
          { campaignId, decision: 'REJECTED', reason },
          (done) => `${campaignLine(done.campaign)} is rejected.${decided(done.changed)}`,
        );
      },
    },
  },
};
