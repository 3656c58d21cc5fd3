import type { CreatorMove } from '#contract/creator/creator.ts';
import { codeOf, isNetwork, issueOf } from '../data/failure.ts';
import type { MoveSendState } from './sending-of.ts';

type MoveName = CreatorMove['move'];

/** Shown once the server has made the move. */
export const moveDoneTexts: Readonly<Record<MoveName, string>> = {
  accept: 'You accepted the offer.',
  decline: 'You declined the offer.',
  withdraw: 'You withdrew from the campaign.',
  'give-address': 'Address sent.',
  'give-caption': 'Caption sent.',
  'submit-draft': 'Draft sent.',
  'replace-draft': 'New draft sent.',
  'submit-link': 'Link sent.',
  'replace-link': 'New link sent.',
};

/** Nouns for a move in flight, used as the subject of a sentence. */
const subjects: Readonly<Record<MoveName, string>> = {
  accept: 'Your answer',
  decline: 'Your answer',
  withdraw: 'Your withdrawal',
  'give-address': 'Your address',
  'give-caption': 'Your caption',
  'submit-draft': 'Your draft',
  'replace-draft': 'Your new draft',
  'submit-link': 'Your link',
  'replace-link': 'Your new link',
};

/** Message for a tapped move without a response yet: it's retried automatically, so another tap isn't needed. */
export function waitingText({ move, error }: Extract<MoveSendState, { state: 'waiting' }>): string {
  const subject = subjects[move.move];
  return isNetwork(error)
    ? `No connection. ${subject} will be sent when you’re back online. If you close this page, open your link again to send it.`
    : `The server is busy. ${subject} will be sent in a moment.`;
}

const fields = ['address', 'caption', 'link'] as const;
type Field = (typeof fields)[number];

/** The server's message about one field, shown beside it. */
export function fieldProblem(sending: MoveSendState, field: Field): string | null {
  if (sending.state !== 'refused' || !(field in sending.move)) return null;
  return issueOf(sending.error, field);
}

/** Message about a refused move, above its step; null if a field shows it. */
export function refusalText(sending: MoveSendState): string | null {
  if (sending.state !== 'refused' || fields.some((field) => fieldProblem(sending, field) !== null)) return null;
  const { error } = sending;
  if (codeOf(error) === 'offer_changed') {
    return 'This offer has changed since you opened it, so nothing was sent. Check the latest version below.';
  }
  return error.said?.message ?? 'Something went wrong. Please try again.';
}
