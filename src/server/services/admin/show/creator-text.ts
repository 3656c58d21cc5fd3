import { withoutControls } from '#contract/wire/controls.ts';
import { formatUsd } from '#domain/money/money.ts';
import { creatorLine } from '../creators/format.ts';
import { dayAndAge } from '../shared/age.ts';
import { fieldLines } from '../shared/lines.ts';
import type { ShownCreator } from './show-creator.ts';

function earnedText({ dueCents, heldCents, paidCents }: ShownCreator['earned']): string | null {
  const allCents = dueCents + heldCents + paidCents;
  if (allCents === 0) return null;
  const held = heldCents === 0 ? '' : ` and ${formatUsd(heldCents)} is on hold`;
  return `${formatUsd(allCents)}, of which ${formatUsd(dueCents)} is due${held}`;
}

const referenceText = ({ paymentReference }: ShownCreator, now: Date): string | null =>
  paymentReference && `${withoutControls(paymentReference.text)} (saved ${dayAndAge(paymentReference.since, now)})`;

/** Formats a creator for a terminal. */
export const creatorText = (creator: ShownCreator, now: Date): string =>
  [
    creatorLine(creator),
    ...fieldLines([
      ['Added', dayAndAge(creator.createdAt, now)],
      ['Reminders', creator.remindersOffSince && `off since ${creator.remindersOffSince.slice(0, 10)}`],
      ['Earned', earnedText(creator.earned)],
      ['Payment reference', referenceText(creator, now)],
      [
        'Offers',
        creator.offers.map(
          ({ id, stage, invalidationType, since, campaignName, brandName, platform, username }) =>
            `${id}  ${invalidationType ?? stage} since ${dayAndAge(since, now)}  ${campaignName ?? 'An untitled campaign'} of ${brandName}, @${username} on ${platform}`,
        ),
      ],
    ]),
  ].join('\n');
