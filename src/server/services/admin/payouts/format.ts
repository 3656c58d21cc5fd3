import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { csvLine, csvStart } from '#domain/statements/csv-line.ts';
import type { DueCreator, Earning } from './due.ts';
import type { ListedPayout, PayoutResult, UndonePayout } from './payouts.ts';

const nameOf = ({ creator, account }: DueCreator): string => {
  if (creator === null)
    return `@${account.username} on ${account.platform} has no email. Add the creator with add-creator`;
  const name = withoutControls(`${creator.firstName} ${creator.lastName}`.trim());
  return `${creator.email}${name === '' ? '' : `  ${name}`}${creator.isBlocked ? '  Blocked' : ''}`;
};

/** Formats a creator's payment reference as a separate line. */
const referenceLines = (reference: string | null | undefined): string[] =>
  reference ? [`  Reference: ${withoutControls(reference)}`] : [];

const earningLine = ({ offerId, brandName, campaignName, amountCents, settledAt }: Earning): string =>
  `  ${formatUsd(amountCents)}  ${withoutControls(campaignName ?? 'An untitled campaign')} of ${withoutControls(brandName)}, settled ${settledAt.slice(0, 10)} (${offerId})`;

/** Formats the amounts due for a terminal. */
export function dueText({ due, totalCents, heldCents }: DueList): string {
  const listed = due.flatMap((each) => [
    `${formatUsd(each.amountCents)}  ${nameOf(each)}`,
    ...referenceLines(each.creator?.paymentReference),
    ...each.earnings.map(earningLine),
    ...each.held.map((earning) => `  On hold:${earningLine(earning).slice(1)}`),
  ]);
  const { length } = due.filter(isPayable);
  const total =
    length === 0
      ? 'Nothing is due.'
      : `${formatUsd(totalCents)} is due to ${length} creator${length === 1 ? '' : 's'}.`;
  const held = heldCents === 0 ? '' : ` ${formatUsd(heldCents)} is on hold (see list-holds).`;
  return [...listed, `${total}${held}`].join('\n');
}

interface DueList {
  due: readonly DueCreator[];
  totalCents: number;
  heldCents: number;
}

const isPayable = ({ amountCents }: DueCreator) => amountCents > 0;

/**
 * Formats the amounts due as CSV for a spreadsheet or a bank, one line per creator, in dollars with two decimals.
 * Amounts on hold are left out.
 */
export const dueCsv = ({ due }: { due: readonly DueCreator[] }): string =>
  [
    csvStart([
      'email',
      'firstName',
      'lastName',
      'platform',
      'username',
      'amountUsd',
      'dueSince',
      'offers',
      'reference',
    ]),
    ...due
      .filter(isPayable)
      .map(({ creator, account, amountCents, earnings }) =>
        csvLine([
          ...[creator?.email ?? null, creator?.firstName ?? null, creator?.lastName ?? null],
          ...[account.platform, account.username, (amountCents / 100).toFixed(2)],
          ...[earnings[0]?.dueSince.slice(0, 10) ?? null, earnings.map(({ offerId }) => offerId).join(' ')],
          creator?.paymentReference ?? null,
        ]),
      ),
  ]
    .join('')
    .trimEnd();

/** Formats a recorded payout for a terminal. */
export function paidText({ payoutId, email, amountCents, leftCents, earnings }: PayoutResult): string {
  const left = leftCents === 0 ? '' : ` ${formatUsd(leftCents)} is still due.`;
  return [
    `Marked ${formatUsd(amountCents)} as paid to ${email} (${payoutId}). The creator gets an email.${left}`,
    ...earnings.map(earningLine),
  ].join('\n');
}

/** Formats an undone payout for a terminal. */
export const undonePayoutText = ({ payoutId, amountCents, changed }: UndonePayout): string =>
  changed
    ? `Undid ${payoutId}. ${formatUsd(amountCents)} is due again. The creator gets no email about this.`
    : `${payoutId} was already undone. Nothing changed.`;

/** Formats payouts for a terminal, one per line. */
export const payoutLines = (payouts: readonly ListedPayout[]): string =>
  payouts.length === 0 ? 'None found.' : payouts.map(payoutLine).join('\n');

function payoutLine({ id, email, amountCents, note, paymentReference, paidAt, undone }: ListedPayout): string {
  const reference = paymentReference === null ? '' : `  Reference: ${withoutControls(paymentReference)}`;
  const noted = note === null ? '' : `  ${withoutControls(note)}`;
  const ended = undone === null ? '' : `  Undone ${undone.at.slice(0, 10)}: ${withoutControls(undone.note)}`;
  return `${id}  ${paidAt.slice(0, 10)}  ${formatUsd(amountCents)}  ${email ?? 'An erased creator'}${noted}${reference}${ended}`;
}
