import type { CreatorMove } from '#contract/creator.ts';
import { codeOf, isNetwork, issueOf } from './failure.ts';
import type { Sending } from './sending-of.ts';

type MoveName = CreatorMove['move'];

/** Shown once a move is made. */
export const madeWords: Readonly<Record<MoveName, string>> = {
  accept: 'Accepted. Nice to have you with us!',
  decline: 'Declined.',
  withdraw: 'You have withdrawn.',
  'give-address': 'Your address has arrived.',
  'give-caption': 'Your caption has arrived.',
  'submit-draft': 'Your video has arrived.',
  'replace-draft': 'Your new video has arrived.',
  'submit-link': 'Your link has arrived.',
  'replace-link': 'Your new link has arrived.',
};

/** Names a move on its way, as the beginning of a sentence. */
const subjects: Readonly<Record<MoveName, string>> = {
  accept: 'Your yes',
  decline: 'Your no',
  withdraw: 'Your withdrawal',
  'give-address': 'Your address',
  'give-caption': 'Your caption',
  'submit-draft': 'Your video',
  'replace-draft': 'Your new video',
  'submit-link': 'Your link',
  'replace-link': 'Your new link',
};

/** A tapped move that has no answer yet: that it goes on, and that nothing is to be done twice. */
export function waitingText({ move, error }: Extract<Sending, { state: 'waiting' }>): string {
  const subject = subjects[move.move];
  return isNetwork(error)
    ? `No connection. ${subject} is sent by itself once there is one, also if you close this page and come back.`
    : `The server has no time right now. ${subject} is sent again by itself in a moment.`;
}

const fields = ['address', 'caption', 'link'] as const;
type Field = (typeof fields)[number];

/** The server's words about the value of one field, shown beside it. */
export function fieldProblem(sending: Sending, field: Field): string | null {
  if (sending.state !== 'refused' || !(field in sending.move)) return null;
  return issueOf(sending.error, field);
}

/** Words about a refused move, above its step; null where a field says it. */
export function refusalText(sending: Sending): string | null {
  if (sending.state !== 'refused' || fields.some((field) => fieldProblem(sending, field) !== null)) return null;
  const { error } = sending;
  if (codeOf(error) === 'offer_changed') {
    return 'Something has changed meanwhile, so nothing was sent. This is how it stands now.';
  }
  return error.said?.message ?? 'That could not be done. Please try again.';
}
