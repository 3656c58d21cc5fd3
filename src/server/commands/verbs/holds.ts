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
  list-signals [--campaign ID]          lists posts whose figures are unusual, with the numbers: those that earned most first.
                                        Without --campaign, only posts whose earning isn't paid yet. Brands and creators
                                        don't see signals, and nothing follows from one by itself
  hold-earning OFFER --reason TEXT      keeps an offer's earning from being paid until it is released. The creator gets an
                                        email with the reason, and can answer
  release-earning OFFER --note TEXT     ends the hold. The creator gets an email with the note
  list-holds                            lists earnings on hold, with their reasons and the creators' answers`,
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
