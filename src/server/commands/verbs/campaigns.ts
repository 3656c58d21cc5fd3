import { decideOnCampaignCommand, listCampaignsCommand } from '../../control/admin-commands.ts';
import { UsageError } from '../../control/program.ts';
import { campaignLine, campaignLines } from '../../services/admin/in-words.ts';
import { decided, namesIn, type Verbs, verbResult } from './verb.ts';

/** `contract,custom-caption` as CONTRACT and CUSTOM_CAPTION. */
const stepsOf = (typed: string) => namesIn(typed).map((step) => step.toUpperCase().replaceAll('-', '_'));

export const campaignVerbs: Verbs = {
  help: `
  list-campaigns [--status STATUS]      campaigns in a state; those that wait for review if none is given
  approve-campaign ID [--asks STEPS]    spends what is held for it, and starts it on its day. STEPS are what its creators are
                                        asked for before the link, separated by commas; if none are given, what is usual
  reject-campaign ID --reason TEXT      gives back what is held for it; the brand sees the reason`,
  verbs: {
    'list-campaigns': {
      takes: ['status'],
      run: (_, { status }) => verbResult(listCampaignsCommand, { status }, ({ campaigns }) => campaignLines(campaigns)),
    },
    'approve-campaign': {
      argument: 'the id of a campaign',
      takes: ['asks'],
      run: (campaignId, { asks }) =>
        verbResult(
          decideOnCampaignCommand,
          { campaignId, decision: 'APPROVED', ...(asks === undefined ? {} : { asks: stepsOf(asks) }) },
          (done) => `${campaignLine(done.campaign)} is approved.${decided(done.changed)}`,
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
