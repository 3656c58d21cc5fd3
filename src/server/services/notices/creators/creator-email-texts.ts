import type { CreatorOffer } from '#contract/creator/creator.ts';
import { formatUsd } from '#domain/money/money.ts';
import type { CreatorNotice } from '#domain/offers/offer-moves.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { videoTime } from '#domain/review/video-time.ts';
import { dayText, lastMomentBefore } from '#domain/time/day-text.ts';
import { dayOf } from '#domain/time/period.ts';
import type { MailText } from '#server/services/mail/render.ts';
import { shortenName } from '#server/services/mail/shorten-name.ts';

/** The part of an email to a creator that depends on the notice. */
export interface CreatorEmailText extends Pick<MailText, 'subject' | 'paragraphs' | 'lists'> {
  label: string;
  /** The submission, to show with its picture. */
  shown?: CreatorOffer['submission'];
}

/** Returns the names in an email, sanitized. */
export function namesOf({ brand, campaign, account }: CreatorOffer) {
  const brandName = shortenName(brand.name);
  return {
    brand: brandName,
    campaign: shortenName(campaign.name ?? `${brandName} Campaign`),
    platform: platformNames[account.platform],
    username: `@${shortenName(account.username.replace(/^@/, ''))}`,
  };
}

/** Returns " by Mar 18, 2026, 12:00 UTC"; empty without a deadline. */
export function deadlineText(expiresAt: string | null): string {
  if (expiresAt === null) return '';
  return ` by ${dayText(dayOf(expiresAt))}, ${expiresAt.slice(11, 16)} UTC`;
}

/** The last full UTC day before a time, since an email can't know its reader's time zone. */
const lastDayText = (end: string): string => dayText(dayOf(lastMomentBefore(new Date(end))));

function payText({ pay }: CreatorOffer): string {
  switch (pay.kind) {
    case 'per-thousand-views':
      return pay.cpmCents > 0 ? `You earn ${formatUsd(pay.cpmCents)} per 1,000 views.` : '';
    case 'flat-fee':
      return pay.cents === null ? 'You earn a flat fee.' : `You earn a flat fee of ${formatUsd(pay.cents)}.`;
    case 'product':
      return pay.product === undefined
        ? 'You keep the product we send you.'
        : `You keep the product we send you: ${shortenName(pay.product)}.`;
  }
}

/** Returns the creator's next step at a stage; null if it isn't the creator's turn. */
export function taskOf(offer: CreatorOffer): { subject: string; text: string; label: string } | null {
  const { brand, campaign, platform, username } = namesOf(offer);
  const { type, expiresAt } = offer.stage;
  const by = deadlineText(expiresAt);
  switch (type) {
    case 'OFFERED':
      return {
        subject: `${brand} is waiting for your answer`,
        text: `Please accept or decline${by}.`,
        label: 'See the offer',
      };
    case 'SUBMIT_ADDRESS':
      return {
        subject: `Where should ${brand} send your package?`,
        text: `Please send us your address for the “${campaign}” package${by}.`,
        label: 'Enter your address',
      };
    case 'SUBMIT_CUSTOM_CAPTION':
      return {
        subject: `${brand} is waiting for your caption`,
        text: `Please write your caption for “${campaign}”${by}.`,
        label: 'Write your caption',
      };
    case 'SUBMIT_EVIDENCE':
      if (offer.changes !== null) {
        return {
          subject: `${brand} is waiting for your changes`,
          text: `Please send your updated version for “${campaign}”${by}.`,
          label: 'See the changes',
        };
      }
      return offer.evidenceType === 'PUBLISHED_VIDEO_URL'
        ? {
            subject: `${brand} is waiting for your post`,
            text: `Please post your video on ${platform} as ${username}, then paste its link on your page${by}.`,
            label: 'Paste the link',
          }
        : {
            subject: `${brand} is waiting for your draft`,
            text: `Please make your video for “${campaign}” and send it on your page${by}.`,
            label: 'Send your draft',
          };
    default:
      return null;
  }
}

type Texts = (offer: CreatorOffer) => CreatorEmailText | null;
const isLink = ({ submission }: CreatorOffer) => submission?.evidenceType === 'PUBLISHED_VIDEO_URL';
const paragraphs = (...texts: (string | false | null | undefined)[]) =>
  texts.filter((text): text is string => Boolean(text));

/** Texts by notice; null if the notice doesn't apply at the offer's stage. */
export const creatorEmailTexts: Readonly<Record<CreatorNotice, Texts>> = {
  invited(offer) {
    const { brand, campaign, platform, username } = namesOf(offer);
    if (offer.campaign.hasEnded) return null;
    return {
      subject: `${brand} would like to work with you`,
      paragraphs: paragraphs(
        `${brand} invites you to its campaign “${campaign}”, for a post on ${platform} as ${username}.`,
        payText(offer),
        `See what it involves, then accept or decline${deadlineText(offer.stage.expiresAt)}.`,
      ),
      label: 'See the offer',
    };
  },
  'your-turn'(offer) {
    const task = taskOf(offer);
    const { delivery, caption, history } = offer;
    const isSent = history.at(-1)?.move === 'send-package';
    const isReturned = history.at(-1)?.move === 'return-caption';
    if (task === null) return null;
    return {
      subject: isReturned ? 'Your caption needs changes' : isSent ? 'Your package is on its way' : task.subject,
      paragraphs: paragraphs(
        isSent && `Your package has shipped${delivery?.carrier ? ` with ${shortenName(delivery.carrier)}` : ''}.`,
        isSent && delivery?.tracking ? `Tracking number: ${shortenName(delivery.tracking)}.` : null,
        isReturned && caption?.returned ? 'Please change this in your caption:' : null,
        isReturned ? caption?.returned : null,
        task.text,
      ),
      label: task.label,
    };
  },
  reopened(offer) {
    const { brand, campaign } = namesOf(offer);
    return {
      subject: `Your offer from ${brand} is open again`,
      paragraphs: paragraphs(`Your offer for “${campaign}” is open again.`, taskOf(offer)?.text),
      label: 'See the offer',
    };
  },
  'handed-in'(offer) {
    const { brand } = namesOf(offer);
    const what = isLink(offer) ? 'link' : 'draft';
    return {
      subject: `${brand} is reviewing your ${what}`,
      paragraphs: [
        `We’ve sent your ${what} to ${brand} and will email you their answer. Until then, you can replace it.`,
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
      subject: `${brand} requested changes`,
      paragraphs: [`${brand} reviewed your ${what} and requested these changes:`],
      lists: [
        {
          heading: null,
          points: changes.items.map(({ title, description, note, atSeconds }) => ({
            title: atSeconds === null ? title : `${title}, at ${videoTime(atSeconds)}`,
            text: [description, note].filter(Boolean).join(' '),
          })),
          after: `Please send your updated version${deadlineText(offer.stage.expiresAt)}.`,
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
        subject: 'Your post is approved',
        paragraphs: paragraphs(
          `${brand} approved your post.`,
          offer.pay.kind === 'per-thousand-views' &&
            `Its views count${endAt === null ? '' : ` until ${lastDayText(endAt)}`}. ${payText(offer)}`,
          'You can see its views on your page. Please keep the post up.',
        ),
        label: 'Open your page',
      };
    }
    return {
      subject: `Time to post: ${brand} approved your draft`,
      paragraphs: paragraphs(
        `${brand} approved your draft.`,
        `Post it on ${platform} as ${username}${hashtag ? ` with ${shortenName(hashtag)}` : ''}, then paste the link on your page${deadlineText(offer.stage.expiresAt)}.`,
      ),
      shown: offer.submission,
      label: 'Paste the link',
    };
  },
  'approval-taken-back'(offer) {
    const { brand } = namesOf(offer);
    return {
      subject: `Please don’t post yet: ${brand} took back their approval`,
      paragraphs: [
        `${brand} took back their approval of your draft. Please don’t post it yet. If it’s already up, please hide it.`,
        `They’re reviewing your draft again, and we’ll email you their answer.`,
      ],
      shown: offer.submission,
      label: 'Open your page',
    };
  },
  'earning-cleared'(offer) {
    const { campaign } = namesOf(offer);
    const earned = offer.post?.earnedCents ?? null;
    return {
      subject: 'Your earnings are final',
      paragraphs: [
        earned === null
          ? `Your earnings for “${campaign}” are final.`
          : `Your earnings for “${campaign}” are final: ${formatUsd(earned)}.`,
        `Thank you for your work. ${offer.hold === null ? 'Your payment comes next.' : 'Your earnings are on hold for now. Your page explains why.'}`,
      ],
      label: 'Open your page',
    };
  },
  expired(offer) {
    const { brand, campaign } = namesOf(offer);
    return {
      subject: `Your offer from ${brand} has expired`,
      paragraphs: [
        [`Your offer for “${campaign}” has expired.`, offer.ended?.reason, 'You don’t need to do anything.']
          .filter(Boolean)
          .join(' '),
      ],
      label: 'See the offer',
    };
  },
  ended(offer) {
    const { brand, campaign } = namesOf(offer);
    const isRemoved = offer.ended?.why === 'POST_REMOVED';
    return {
      subject: isRemoved ? 'Your post is no longer available' : `Your offer from ${brand} was canceled`,
      paragraphs: paragraphs(
        isRemoved
          ? `Your post for “${campaign}” is no longer up. The views it got until then still count.`
          : `Your offer for “${campaign}” was canceled.`,
        offer.ended?.reason,
      ),
      label: 'See the offer',
    };
  },
};
