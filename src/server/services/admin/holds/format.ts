import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { fieldLines, minuteOf } from '../shared/lines.ts';
import type { EarningView, HoldView } from './earning-state.ts';
import type { HoldChange } from './hold-earning.ts';
import type { ListedHold } from './list-holds.ts';

const mailed = (email: string | null) =>
  email === null ? 'No creator is known for the account, so no email is sent.' : `${email} gets an email.`;

/** Formats a new hold for a terminal. */
export const heldText = ({ offerId, email, changed }: HoldChange): string =>
  changed
    ? `The earnings of ${offerId} are now on hold. ${mailed(email)}`
    : `The earnings of ${offerId} were already on hold for this reason. Nothing changed.`;

/** Formats a released hold for a terminal. */
export const releasedText = ({ offerId, email, changed, amountCents }: HoldChange): string => {
  if (!changed) return `The earnings of ${offerId} were already released. Nothing changed.`;
  const due = amountCents === null ? '' : ` ${formatUsd(amountCents)} is due.`;
  return `The earnings of ${offerId} are released.${due} ${mailed(email)}`;
};

/** Returns a hold with its answers as labeled fields. */
export function holdFields({ reason, heldAt, released, answers }: HoldView) {
  return [
    ['On hold since', minuteOf(heldAt)],
    ['Reason', reason],
    ['Replies', answers.map(({ at, text }) => `${minuteOf(at)}  ${text}`)],
    ['Released', released && `${minuteOf(released.at)}: ${released.note}`],
  ] as const;
}

/** Formats earnings on hold for a terminal. */
export function holdLines(holds: readonly ListedHold[]): string {
  if (holds.length === 0) return 'Nothing is on hold.';
  return holds
    .flatMap(({ offerId, amountCents, brandName, campaignName, account, email, hold }) => [
      `${offerId}  ${amountCents === null ? 'Not settled' : formatUsd(amountCents)}  ${withoutControls(`${campaignName ?? 'An untitled campaign'} of ${brandName}`)}  @${withoutControls(account.username)} on ${account.platform}  ${email ?? 'No creator is known'}`,
      ...fieldLines(holdFields(hold)),
    ])
    .join('\n');
}

/** Describes the state of earnings in a sentence, for show-offer. */
export function earningText({ amountCents, settledAt, paid, holds, seen }: EarningView): string {
  const isHeld = holds.some(({ released }) => released === null);
  const state = paid !== null ? `paid ${paid.at.slice(0, 10)} (${paid.payoutId})` : isHeld ? 'on hold' : 'due';
  if (amountCents === null) return `${isHeld ? 'not settled, on hold' : 'not settled'} (--seen ${seen})`;
  return `${formatUsd(amountCents)}, settled ${settledAt?.slice(0, 10)}, ${state} (--seen ${seen})`;
}
