import { decideOnCampaignCommand, listCampaignsCommand } from '../../control/admin-commands.ts';
import { UsageError } from '../../control/program.ts';
import { campaignLine, campaignLines } from '../../services/admin/in-words.ts';
import { decided, type Verbs, verbResult } from './verb.ts';

export const campaignVerbs: Verbs = {
  help: `
  list-campaigns [--status STATUS]      campaigns in a state; those that wait for review if none is given
  approve-campaign ID                   spends what is held for it, and starts it on its day
  reject-campaign ID --reason TEXT      gives back what is held for it; the brand sees the reason`,
  verbs: {
    'list-campaigns': {
      takes: ['status'],
      run: (_, { status }) => verbResult(listCampaignsCommand, { status }, ({ campaigns }) => campaignLines(campaigns)),
    },
    'approve-campaign': {
      argument: 'the id of a campaign',
      takes: [],
      run: (campaignId) =>
        verbResult(
          decideOnCampaignCommand,
          { campaignId, decision: 'APPROVED' },
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
