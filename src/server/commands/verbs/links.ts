import { changeCreatorEmailCommand, endLinkCommand, sendLinkCommand } from '#server/control/link-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { type Verbs, verbResult } from './verb.ts';

export const linkVerbs: Verbs = {
  help: `
  send-link OFFER                       mails the creator the offer's link again
  end-link OFFER                        the offer's links open nothing any more, until another is sent
  change-creator-email EMAIL --email NEW
                                        links that went to the old address end; the new one gets others`,
  verbs: {
    'send-link': {
      argument: 'the id of an offer',
      takes: [],
      run: (offerId) =>
        verbResult(sendLinkCommand, { offerId }, ({ email }) => `The link of ${offerId} goes to ${email}.`),
    },
    'end-link': {
      argument: 'the id of an offer',
      takes: [],
      run: (offerId) => verbResult(endLinkCommand, { offerId }, () => `The links of ${offerId} have ended.`),
    },
    'change-creator-email': {
      argument: 'the email of a creator',
      takes: ['email'],
      run: (email, { email: newEmail }) => {
        if (newEmail === undefined) throw new UsageError('Expected --email with the new address.');
        return verbResult(changeCreatorEmailCommand, { email, newEmail }, (changed) =>
          changed.links === 1
            ? `${changed.email} gets a link of 1 offer.`
            : `${changed.email} gets links of ${changed.links} offers.`,
        );
      },
    },
  },
};
