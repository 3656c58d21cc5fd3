import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { csvLine, csvStart } from '#domain/statements/csv-line.ts';
import type { DueCreator, Earning } from './due.ts';
import type { ListedPayout, Paid, Undone } from './payouts.ts';

const nameOf = ({ creator, account }: DueCreator): string => {
  if (creator === null)
    return `@${account.username} on ${account.platform} has no email: add-creator gives the account one`;
  const name = withoutControls(`${creator.firstName} ${creator.lastName}`.trim());
  return `${creator.email}${name === '' ? '' : `  ${name}`}${creator.isBlocked ? '  Blocked' : ''}`;
};

/** A creator's payment reference in a line of its own. */
const referenceLines = (reference: string | null | undefined): string[] =>
  reference ? [`  Reference: ${withoutControls(reference)}`] : [];

const earningLine = ({ offerId, brandName, campaignName, amountCents, settledAt }: Earning): string =>
  `  ${formatUsd(amountCents)}  ${withoutControls(campaignName ?? 'An untitled campaign')} of ${withoutControls(brandName)}, settled ${settledAt.slice(0, 10)} (${offerId})`;

/** The due amounts, for a terminal. */
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

/** The due amounts, a line per creator, for a spreadsheet or a bank. They are dollars with two decimals, and nothing that is on hold. */
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

/** A payout that was recorded, for a terminal. */
export function paidText({ payoutId, email, amountCents, leftCents, earnings }: Paid): string {
  const left = leftCents === 0 ? '' : ` ${formatUsd(leftCents)} is still due.`;
  return [
    `Marked ${formatUsd(amountCents)} as paid to ${email} (${payoutId}). The creator gets an email.${left}`,
    ...earnings.map(earningLine),
  ].join('\n');
}

/** A payout that was undone, for a terminal. */
export const undoneText = ({ payoutId, amountCents, changed }: Undone): string =>
  changed
    ? `Undid ${payoutId}. ${formatUsd(amountCents)} is due again. The creator gets no email about this.`
    : `${payoutId} was undone before. Nothing changed.`;

/** Payouts for a terminal, a line each. */
export const payoutLines = (payouts: readonly ListedPayout[]): string =>
  payouts.length === 0 ? 'None found.' : payouts.map(payoutLine).join('\n');

function payoutLine({ id, email, amountCents, note, paymentReference, paidAt, undone }: ListedPayout): string {
  const reference = paymentReference === null ? '' : `  Reference: ${withoutControls(paymentReference)}`;
  const noted = note === null ? '' : `  ${withoutControls(note)}`;
  const ended = undone === null ? '' : `  Undone ${undone.at.slice(0, 10)}: ${withoutControls(undone.note)}`;
  return `${id}  ${paidAt.slice(0, 10)}  ${formatUsd(amountCents)}  ${email ?? 'An erased creator'}${noted}${reference}${ended}`;
}
