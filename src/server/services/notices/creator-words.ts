import type { CreatorOffer } from '#contract/creator.ts';
import { dayText } from '#domain/day-text.ts';
import { formatUsd } from '#domain/money.ts';
import type { CreatorNotice } from '#domain/offer-moves.ts';
import { dayOf } from '#domain/period.ts';
import { platformNames } from '#domain/post-link-check.ts';
import { videoTime } from '#domain/video-time.ts';
import { named } from '../mail/named.ts';
import type { MailText } from '../mail/render.ts';

/** The part of a mail to a creator that depends on what it tells. */
export interface CreatorWords extends Pick<MailText, 'subject' | 'paragraphs' | 'lists'> {
  label: string;
  /** The submission, to show with its picture. */
  shown?: CreatorOffer['submission'];
}

/** The names that a mail says, made harmless. */
export function namesOf({ brand, campaign, account }: CreatorOffer) {
  const brandName = named(brand.name);
  return {
    brand: brandName,
    campaign: named(campaign.name ?? `${brandName} Campaign`),
    platform: platformNames[account.platform],
    username: `@${named(account.username.replace(/^@/, ''))}`,
  };
}

/** "by Mar 18, 2026, 12:00 UTC"; nothing where an offer doesn't wait. */
export function deadlineText(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  return ` by ${dayText(dayOf(new Date(expiresAt)))}, ${expiresAt.slice(11, 16)} UTC`;
}

function payText({ pay }: CreatorOffer): string {
  switch (pay.kind) {
    case 'per-thousand-views':
      return pay.cpmCents > 0 ? `It pays ${formatUsd(pay.cpmCents)} for each thousand views.` : '';
    case 'flat-fee':
      return pay.cents === null ? 'It pays a flat fee.' : `It pays a flat fee of ${formatUsd(pay.cents)}.`;
    case 'product':
      return 'You keep the product that you are sent.';
  }
}

/** The one thing that a creator owes at a stage; null where it is not the creator's turn. */
export function taskOf(offer: CreatorOffer): { subject: string; text: string; label: string } | null {
  const { brand, campaign, platform, username } = namesOf(offer);
  const { type, expiresAt } = offer.stage;
  const by = deadlineText(expiresAt);
  switch (type) {
    case 'OFFERED':
      return { subject: `${brand} waits for your word`, text: `Please say yes or no${by}.`, label: 'See the offer' };
    case 'SUBMIT_ADDRESS':
      return {
        subject: `Where should ${brand} send your package?`,
        text: `Please give an address for your package of “${campaign}”${by}.`,
        label: 'Give an address',
      };
    case 'SUBMIT_CUSTOM_CAPTION':
      return {
        subject: `${brand} waits for your caption`,
        text: `Please write the caption for “${campaign}”${by}.`,
        label: 'Write the caption',
      };
    case 'SUBMIT_EVIDENCE':
      if (offer.changes !== null) {
        return {
          subject: `${brand} waits for your changes`,
          text: `Please hand in the changed version for “${campaign}”${by}.`,
          label: 'See the changes',
        };
      }
      return offer.evidenceType === 'PUBLISHED_VIDEO_URL'
        ? {
            subject: `${brand} waits for your post`,
            text: `Please post the video on ${platform} as ${username}, and paste its link on your page${by}.`,
            label: 'Paste the link',
          }
        : {
            subject: `${brand} waits for your draft`,
            text: `Please make the video for “${campaign}”, and hand it in on your page${by}.`,
            label: 'Hand in the draft',
          };
    default:
      return null;
  }
}

type Words = (offer: CreatorOffer) => CreatorWords | null;
const isLink = ({ submission }: CreatorOffer) => submission?.evidenceType === 'PUBLISHED_VIDEO_URL';
const paragraphs = (...texts: (string | false | null | undefined)[]) =>
  texts.filter((text): text is string => Boolean(text));

/** The words of each notice; null where it has nothing to say at the offer's stage. */
export const creatorWords: Readonly<Record<CreatorNotice, Words>> = {
  invited(offer) {
    const { brand, campaign, platform, username } = namesOf(offer);
    if (offer.campaign.hasEnded) return null;
    return {
      subject: `${brand} would like to work with you`,
      paragraphs: paragraphs(
        `${brand} offers you its campaign “${campaign}”, for a post on ${platform} as ${username}.`,
        payText(offer),
        `Have a look at what it asks for, and say yes or no${deadlineText(offer.stage.expiresAt)}.`,
      ),
      label: 'See the offer',
    };
  },
  'your-turn'(offer) {
    const task = taskOf(offer);
    const { delivery, caption, history } = offer;
    const { brand } = namesOf(offer);
    const isSent = history.at(-1)?.move === 'send-package';
    const isReturned = history.at(-1)?.move === 'return-caption';
    if (task === null) return null;
    return {
      subject: isReturned ? `${brand} needs another caption` : isSent ? 'Your package is on its way' : task.subject,
      paragraphs: paragraphs(
        isSent && `Your package is on its way${delivery?.carrier ? ` with ${named(delivery.carrier)}` : ''}.`,
        isSent && delivery?.tracking ? `Its number is ${named(delivery.tracking)}.` : null,
        isReturned && caption?.returned ? 'Your caption was sent back:' : null,
        isReturned ? caption?.returned : null,
        task.text,
      ),
      label: task.label,
    };
  },
  reopened(offer) {
    const { brand, campaign } = namesOf(offer);
    return {
      subject: `Your offer of ${brand} is open again`,
      paragraphs: paragraphs(`Your offer of “${campaign}” is open again.`, taskOf(offer)?.text),
      label: 'See the offer',
    };
  },
  'handed-in'(offer) {
    const { brand } = namesOf(offer);
    const what = isLink(offer) ? 'link' : 'draft';
    return {
      subject: `Your ${what} is with ${brand}`,
      paragraphs: [
        `${brand} looks at it now. You hear from us when there is an answer; until then you can replace it.`,
      ],
      shown: offer.submission,
      label: 'Open your page',
    };
  },
  'changes-requested'(offer) {
    const { brand } = namesOf(offer);
    const { changes } = offer;
    if (changes === null) return null;
    const what = changes.about?.evidenceType === 'PUBLISHED_VIDEO_URL' ? 'post' : 'draft';
    return {
      subject: `${brand} asks for changes`,
      paragraphs: [`${brand} has looked at your ${what}, and asks for this:`],
      lists: [
        {
          heading: null,
          points: changes.items.map(({ title, description, note, atSeconds }) => ({
            title: atSeconds === null ? title : `${title}, at ${videoTime(atSeconds)}`,
            text: [description, note].filter(Boolean).join(' '),
          })),
          after: `Please hand in the changed version${deadlineText(offer.stage.expiresAt)}.`,
        },
      ],
      shown: changes.about,
      label: 'See the changes',
    };
  },
  approved(offer) {
    const { brand, platform, username } = namesOf(offer);
    const hashtag = offer.brand.requiredHashtag?.replace(/^#?/, '#');
    if (offer.stage.type !== 'SUBMIT_EVIDENCE') {
      const { endAt } = offer.campaign;
      return {
        subject: 'It counts now: your post is approved',
        paragraphs: paragraphs(
          `${brand} has approved your post.`,
          offer.pay.kind === 'per-thousand-views' &&
            `Its views count${endAt === null ? '' : ` until ${dayText(dayOf(new Date(endAt)))}`}. ${payText(offer)}`,
          'Your page shows how it does. Please leave the post up.',
        ),
        label: 'Open your page',
      };
    }
    return {
      subject: `Post it: ${brand} has approved your draft`,
      paragraphs: paragraphs(
        `${brand} has approved your draft.`,
        `Now post it on ${platform} as ${username}${hashtag ? ` with ${named(hashtag)}` : ''}, and paste the post’s link on your page${deadlineText(offer.stage.expiresAt)}.`,
      ),
      shown: offer.submission,
      label: 'Paste the link',
    };
  },
  'earning-cleared'(offer) {
    const { campaign } = namesOf(offer);
    const earned = offer.post?.earnedCents ?? null;
    return {
      subject: 'Your earning is cleared',
      paragraphs: [
        earned === null
          ? `What you have earned with “${campaign}” is cleared.`
          : `What you have earned with “${campaign}” is cleared: ${formatUsd(earned)}.`,
        'Thank you for your work. The payment comes next.',
      ],
      label: 'Open your page',
    };
  },
  expired(offer) {
    const { brand, campaign } = namesOf(offer);
    return {
      subject: `Your offer of ${brand} has expired`,
      paragraphs: [`“${campaign}” waited for you, and its time is over. There is nothing to do.`],
      label: 'See the offer',
    };
  },
  ended(offer) {
    const { brand, campaign } = namesOf(offer);
    const isRemoved = offer.ended?.why === 'POST_REMOVED';
    return {
      subject: isRemoved ? 'Your post is gone' : `Your offer of ${brand} has ended`,
      paragraphs: paragraphs(
        isRemoved
          ? `Your post for “${campaign}” is not up any more. The views that it had until then count.`
          : `Your offer of “${campaign}” has ended.`,
        offer.ended?.reason,
      ),
      label: 'See the offer',
    };
  },
};
