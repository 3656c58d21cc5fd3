import type { OfferEvent } from '#contract/brand/offer.ts';
import { isKeyOf } from '../shared/keys.ts';
import type { MoveName } from './offer-moves.ts';

/** Text shown to brands for each move, naming who made it unless that is obvious. */
const words: Readonly<Record<MoveName, string>> = {
  invite: 'Offered to the creator',
  accept: 'Accepted by the creator',
  decline: 'Declined by the creator',
  'receive-parent-contract': 'Parent contract received',
  'receive-contract': 'Contract received',
  'give-address': 'Address received',
  'send-package': 'Package shipped',
  'lose-package': 'Package lost',
  'give-caption': 'Caption submitted',
  'clear-caption': 'Caption approved',
  'return-caption': 'Caption changes requested',
  'submit-draft': 'Draft submitted',
  'submit-link': 'Link submitted',
  'replace-draft': 'Draft replaced',
  'replace-link': 'Link replaced',
  approve: 'Draft approved',
  'request-changes': 'Changes requested',
  'take-back': 'Approval taken back',
  withdraw: 'Withdrawn by the creator',
  'remove-post': 'Post removed',
  'fall-due': 'Campaign ended',
  'clear-earning': 'Earnings finalized',
  expire: 'Expired',
  invalidate: 'Invalidated by admin',
  reopen: 'Reopened',
};

/** Text of an event for the timeline; null if this version of the app has none. */
export function eventText({ move, stage, by }: Pick<OfferEvent, 'move' | 'stage' | 'by'>): string | null {
  const known = isKeyOf(words, move) ? words[move] : null;
  const said = move === 'approve' && stage === 'ONGOING' ? 'Link approved' : known;
  return said !== null && by === 'provider' && (move === 'approve' || move === 'request-changes')
    ? `${said} on your behalf`
    : said;
}
