import type { Offer } from '#contract/brand/offer.ts';
import { creatorName, reviewKind } from '../offers/offer-stage.ts';

/** Time of an offer's submission, ISO 8601: its creator has been waiting since. */
export const waitingSince = ({ review, currentStage }: Pick<Offer, 'review' | 'currentStage'>): string =>
  review?.submittedAt ?? currentStage.enteredAt;

/** The inbox's order: longest waiting first, then by id. */
export function compareWaiting(a: Offer, b: Offer): number {
  const byTime = Date.parse(waitingSince(a)) - Date.parse(waitingSince(b));
  return byTime !== 0 ? byTime : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export const inboxKinds = [
  { key: 'all', label: 'All kinds' },
  { key: 'draft', label: 'Drafts' },
  { key: 'link', label: 'Post links' },
] as const;
export type InboxKind = (typeof inboxKinds)[number]['key'];

export interface InboxFilter {
  kind: InboxKind;
  /** Undefined for all campaigns. */
  campaignId: string | undefined;
  /** Words of the creator's name, handle, or campaign. */
  text: string;
}

/** Text for comparing: without case and accents, so that “jose” finds “José”. */
const plainText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const words = (text: string) => plainText(text).split(/\s+/).filter(Boolean);

/** True if a submission passes the filter. Each word has to be in the creator's name, the handle, or the campaign's title. */
export function matchesInbox(offer: Offer, campaign: string, { kind, campaignId, text }: InboxFilter): boolean {
  if (kind !== 'all' && reviewKind(offer) !== kind) return false;
  if (campaignId !== undefined && offer.campaignId !== campaignId) return false;
  const searched = plainText(`${creatorName(offer)} ${offer.socialAccount.username} ${campaign}`);
  return words(text).every((word) => searched.includes(word));
}

/** The submission to show after one: the next in order that is still to review, else the first before it; null for none. */
export function nextToReview(
  order: readonly string[],
  current: string,
  isToReview: (id: string) => boolean,
): string | null {
  const place = order.indexOf(current);
  const after = order.slice(place + 1).find((id) => id !== current && isToReview(id));
  return after ?? order.slice(0, Math.max(place, 0)).find(isToReview) ?? null;
}
