import type { Offer } from '#contract/brand/offer.ts';
import { creatorName, reviewKind } from '../offers/offer-stage.ts';

/** Time of an offer's submission, ISO 8601; the creator has been waiting since. */
export const waitingSince = ({ review, currentStage }: Pick<Offer, 'review' | 'currentStage'>): string =>
  review?.submittedAt ?? currentStage.enteredAt;

/** Sort order of the inbox: longest waiting first, then by id. */
export function compareBySubmission(a: Offer, b: Offer): number {
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
  /** Search words for the creator's name, handle or campaign. */
  text: string;
}

/** Normalizes text for search, ignoring case and accents, so “jose” matches “José”. */
const plainText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const words = (text: string) => plainText(text).split(/\s+/).filter(Boolean);

/** True if a submission matches the filter. Each word must occur in the creator's name, the handle or the campaign's title. */
export function matchesInbox(offer: Offer, campaign: string, { kind, campaignId, text }: InboxFilter): boolean {
  if (kind !== 'all' && reviewKind(offer) !== kind) return false;
  if (campaignId !== undefined && offer.campaignId !== campaignId) return false;
  const searched = plainText(`${creatorName(offer)} ${offer.socialAccount.username} ${campaign}`);
  return words(text).every((word) => searched.includes(word));
}

/**
 * The submission to show next: the following one that still needs review, otherwise the first one before it; null if there is
 * none.
 */
export function nextToReview(
  order: readonly string[],
  current: string,
  isToReview: (id: string) => boolean,
): string | null {
  const place = order.indexOf(current);
  const after = order.slice(place + 1).find((id) => id !== current && isToReview(id));
  return after ?? order.slice(0, Math.max(place, 0)).find(isToReview) ?? null;
}
