import {
  holdEarningCommand,
  listHoldsCommand,
  listSignalsCommand,
  releaseEarningCommand,
} from '#server/control/hold-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { heldText, holdLines, releasedText } from '#server/services/admin/holds/in-words.ts';
import { signalLines } from '#server/services/admin/signals/in-words.ts';
import { type Verbs, verbResult } from './verb.ts';

export const holdVerbs: Verbs = {
  help: `
  list-signals [--campaign ID]          lists posts with unusual figures and the numbers behind them, highest earnings
                                        first. Without --campaign, only posts with unpaid earnings. Only the team sees
                                        signals, and they have no effect by themselves
  hold-earning OFFER --reason TEXT      puts an offer's earnings on hold: they aren't paid until you release them. The creator
                                        gets an email with the reason, and can reply
  release-earning OFFER --note TEXT     releases them. The creator gets an email with the note
  list-holds                            lists earnings on hold, with reasons and replies`,
  verbs: {
    'list-signals': {
      takes: ['campaign'],
      run: (_, { campaign }) =>
        verbResult(listSignalsCommand, { campaignId: campaign }, ({ posts }) => signalLines(posts)),
    },
    'hold-earning': {
      argument: 'the ID of an offer',
      takes: ['reason', 'seen'],
      run: (offerId, { reason, seen }) => {
        if (reason === undefined) throw new UsageError('Expected --reason: the creator reads it.');
        return verbResult(holdEarningCommand, { offerId, reason, seen }, heldText);
      },
    },
    'release-earning': {
      argument: 'the ID of an offer',
      takes: ['note', 'seen'],
      run: (offerId, { note, seen }) => {
        if (note === undefined) throw new UsageError('Expected --note: the creator reads it.');
        return verbResult(releaseEarningCommand, { offerId, note, seen }, releasedText);
      },
    },
    'list-holds': {
      takes: [],
      run: () => verbResult(listHoldsCommand, {}, ({ holds }) => holdLines(holds)),
    },
  },
};
