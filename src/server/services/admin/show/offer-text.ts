import { formatUsd } from '#domain/money/money.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { earningText, holdFields } from '../holds/format.ts';
import { draftWords, offerLine } from '../offers/format.ts';
import { fieldLines, minuteOf } from '../shared/lines.ts';
import { payText } from './pay-text.ts';
import type { ShownOffer } from './show-offer.ts';

/** Formats an offer for a terminal. */
export function offerText(shown: ShownOffer): string {
  const { offer, brand, campaign, creator, delivery, submission, changes, watch, post } = shown;
  return [
    offerLine(offer),
    ...fieldLines([
      ['Campaign', `${campaign.name ?? 'untitled'}, ${campaign.campaignType} (${campaign.id})`],
      ['Brand', `${brand.name} <${brand.email}> (${brand.id})`],
      ['Creator', creator && `${creator.email}${creator.isBlocked ? ', blocked' : ''}`],
      ['Since', minuteOf(offer.currentStage.enteredAt)],
      ['Expires', shown.expiresAt && minuteOf(shown.expiresAt)],
      ['Pay', payText(shown.pay)],
      ['Address', delivery?.address],
      [
        'Package',
        delivery?.sentAt &&
          `sent ${minuteOf(delivery.sentAt)} by ${delivery.carrier}, ${delivery.tracking ?? 'no tracking'}`,
      ],
      ['Custom caption', shown.caption?.text],
      ['Reason for return', shown.caption?.returned],
      ['Draft', draftWords(shown.draft ?? undefined).trim()],
      ['Submission', submission && `${submission.id}, submitted ${minuteOf(submission.submittedAt)}`],
      ['Link', submission?.link],
      ['Account checked', submission?.link == null ? null : submission.accountChecked === true ? 'yes' : 'no'],
      ['Caption', submission?.caption],
      ['Video', watch === null ? videoWords(shown) : `${watch.url} (until ${minuteOf(watch.expiresAt)})`],
      [
        'Requested changes',
        changes?.items.map(({ title, description, note, atSeconds }) =>
          changeWords(title, description, note, atSeconds),
        ),
      ],
      [
        'Post',
        post &&
          `${post.url}, ${post.viewCount} views${post.earnedCents === null ? '' : `, ${formatUsd(post.earnedCents)} earned`}`,
      ],
      ['Signals', shown.signals.map(({ text }) => text)],
      ['Earning', post && earningText(shown.earning)],
      ...shown.earning.holds.flatMap(holdFields),
      [
        'History',
        shown.history.map(
          ({ at, move, by, stage, reason }) =>
            `${minuteOf(at)}  ${move} by ${by}: ${stage}${reason === undefined ? '' : ` (${reason})`}`,
        ),
      ],
      ['Tag for --seen', String(shown.seen)],
    ]),
  ].join('\n');
}

const videoWords = ({ submission }: ShownOffer): string | null => {
  if (submission?.videoUrl == null) return null;
  return submission.videoUrl.includes('/files/') ? 'set SESSION_SECRET to get a link' : submission.videoUrl;
};

function changeWords(title: string, description: string, note: string | null, atSeconds: number | null): string {
  const at = atSeconds === null ? '' : `, at ${videoTime(atSeconds)}`;
  return [`${title}${at}`, note ?? description].filter((part) => part !== '').join(': ');
}
