import * as v from 'valibot';
import { offerId } from '#contract/wire/primitives.ts';
import { defineCommand } from '../control/command.ts';
import { creatorEmail } from '../services/admin/creators/creator-row.ts';
import { changeCreatorEmail, endLink, sendLink } from '../services/admin/offers/links.ts';

const argument = 'the ID of an offer';

export const linkCommands = [
  defineCommand({
    name: 'send-link',
    usage: 'OFFER',
    help: "emails the creator the offer's link again",
    argument,
    acts: true,
    input: v.object({ offerId }),
    result: v.object({ offerId: v.string(), email: v.string() }),
    run: (context, given) => sendLink(context, given.offerId),
    call: (id) => ({ input: { offerId: id }, words: ({ email }) => `Emailing the link for ${id} to ${email}.` }),
  }),
  defineCommand({
    name: 'end-link',
    usage: 'OFFER',
    help: "disables the offer's links until a new one is sent",
    argument,
    acts: true,
    input: v.object({ offerId }),
    result: v.object({ offerId: v.string() }),
    run: (context, given) => endLink(context, given.offerId),
    call: (id) => ({ input: { offerId: id }, words: () => `The links for ${id} no longer work.` }),
  }),
  defineCommand({
    name: 'change-creator-email',
    usage: 'EMAIL --email NEW',
    help: `changes a creator's email. Links sent to the old address stop working, and the new
      address gets new ones`,
    argument: 'the email of a creator',
    needs: { email: 'Expected --email with the new address.' },
    acts: true,
    input: v.object({ email: creatorEmail, newEmail: creatorEmail }),
    result: v.object({ email: v.string(), links: v.number() }),
    run: (context, given) => changeCreatorEmail(context, given),
    call: (email, { email: newEmail }) => ({
      input: { email, newEmail },
      words: (changed) =>
        changed.links === 1
          ? `Emailing 1 new link to ${changed.email}.`
          : `Emailing ${changed.links} new links to ${changed.email}.`,
    }),
  }),
];
