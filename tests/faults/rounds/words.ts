import type { Screen } from './screen.ts';

/** An offer's badges, with the decision status each implies; null for those that imply none. */
const badges = [
  ['Approval queued', { word: 'saved', decision: 'approve' }],
  ['Changes queued', { word: 'saved', decision: 'reject' }],
  // The badge is too short to say whether it was refused; only the offer and the queue say so.
  ['Needs attention', { word: 'unsure', decision: null }],
  ['Waiting for link', { word: 'sent', decision: 'approve' }],
  ['Ongoing', { word: 'sent', decision: 'approve' }],
  ['Waiting for resubmission', { word: 'sent', decision: 'reject' }],
  ['Review draft', null],
  ['Review link', null],
] as const;

export type Badge = (typeof badges)[number][0];
export type BadgeMeaning = NonNullable<(typeof badges)[number][1]>;

/** The badge in the text of a row or panel, or null. */
export function badgeIn(text: string): { badge: Badge; meaning: BadgeMeaning | null } | null {
  const found = badges.find(([badge]) => text.includes(badge));
  return found ? { badge: found[0], meaning: found[1] } : null;
}

const notApplied = 'Your decision wasn’t applied';

/** True if a decision's item in the queue says that the server refused it. */
export const isRefusedItem = (text: string): boolean => text.includes(notApplied);

/** Texts in an open offer's footer about the decision made there. */
const outcomes = [
  ['It’s saved on this device', 'saved'],
  ['Sending your approval', 'saved'],
  ['Sending your request', 'saved'],
  ['We’ll ask the creator to post it', 'sent'],
  ['The post is live, and its views count', 'sent'],
  ['The creator will see your request', 'sent'],
  [notApplied, 'refused'],
  ['We can’t tell whether', 'unsure'],
] as const;

export function outcomeIn(panel: NonNullable<Screen['panel']>): (typeof outcomes)[number][1] | null {
  return outcomes.find(([text]) => panel.text.includes(text))?.[1] ?? null;
}

/** True if the panel has an approve button, as for any offer that can be decided on. */
export const canDecide = (panel: NonNullable<Screen['panel']>): boolean =>
  panel.buttons.some((name) => /^Approve (draft|link)$/.test(name));
