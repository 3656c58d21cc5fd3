import * as v from 'valibot';
import { offerId } from '#contract/wire/primitives.ts';
import { creatorEmail } from '../services/admin/creators/creator-row.ts';
import { changeCreatorEmail, endLink, sendLink } from '../services/admin/offers/links.ts';
import { defineCommand } from './command.ts';

export const sendLinkCommand = defineCommand({
  name: 'send-link',
  acts: true,
  input: v.object({ offerId }),
  result: v.object({ offerId: v.string(), email: v.string() }),
  run: (context, given) => sendLink(context, given.offerId),
});

export const endLinkCommand = defineCommand({
  name: 'end-link',
  acts: true,
  input: v.object({ offerId }),
  result: v.object({ offerId: v.string() }),
  run: (context, given) => endLink(context, given.offerId),
});

export const changeCreatorEmailCommand = defineCommand({
  name: 'change-creator-email',
  acts: true,
  input: v.object({ email: creatorEmail, newEmail: creatorEmail }),
  result: v.object({ email: v.string(), links: v.number() }),
  run: (context, given) => changeCreatorEmail(context, given),
});
