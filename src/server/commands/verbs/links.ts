import { changeCreatorEmailCommand, endLinkCommand, sendLinkCommand } from '#server/control/link-commands.ts';
import { UsageError } from '#server/control/program.ts';
import { type Verbs, verbResult } from './verb.ts';

export const linkVerbs: Verbs = {
  help: `
  send-link OFFER                       emails the creator the offer's link again
  end-link OFFER                        disables the offer's links until a new one is sent
  change-creator-email EMAIL --email NEW
                                        changes a creator's email; links sent to the old one stop working, and the new
                                        one gets new links`,
  verbs: {
    'send-link': {
      argument: 'the ID of an offer',
      takes: [],
      run: (offerId) =>
        verbResult(sendLinkCommand, { offerId }, ({ email }) => `Emailing the link for ${offerId} to ${email}.`),
    },
    'end-link': {
      argument: 'the ID of an offer',
      takes: [],
      run: (offerId) => verbResult(endLinkCommand, { offerId }, () => `The links for ${offerId} no longer work.`),
    },
    'change-creator-email': {
      argument: 'the email of a creator',
      takes: ['email'],
      run: (email, { email: newEmail }) => {
        if (newEmail === undefined) throw new UsageError('Expected --email with the new address.');
        return verbResult(changeCreatorEmailCommand, { email, newEmail }, (changed) =>
          changed.links === 1
            ? `Emailing 1 new link to ${changed.email}.`
            : `Emailing ${changed.links} new links to ${changed.email}.`,
        );
      },
    },
  },
};
