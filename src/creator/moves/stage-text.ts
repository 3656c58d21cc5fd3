import type { CreatorOffer } from '#contract/creator/creator.ts';
import { platformNames } from '#domain/posts/platforms.ts';

interface StageText {
  title: string;
  text: string;
}

const nothingToDo = 'You don’t need to do anything.';

/** Reasons why an offer ended, by its `invalidationType`, or DECLINED. */
const endings: Readonly<Record<string, StageText>> = {
  DECLINED: { title: 'You declined this offer', text: nothingToDo },
  WITHDRAWN: { title: 'You withdrew from this campaign', text: nothingToDo },
  EXPIRED: { title: 'This offer has expired', text: 'The deadline for your next step has passed.' },
  POST_REMOVED: {
    title: 'Your post is no longer available',
    text: 'The views it got while it was up still count.',
  },
  ADMIN_INVALIDATED: { title: 'This offer was canceled', text: 'The team that runs the campaign canceled it.' },
};

const overOtherwise: StageText = { title: 'This offer has ended', text: nothingToDo };

function endWords({ why, reason }: { why: string; reason: string | null }): StageText {
  const { title, text } = endings[why] ?? overOtherwise;
  return { title, text: reason ?? text };
}

const isLink = ({ evidenceType }: CreatorOffer) => evidenceType === 'PUBLISHED_VIDEO_URL';

/** Text for an offer whose draft or link is due. */
function toSubmitWords(offer: CreatorOffer): StageText {
  const { brand, account, changes, draft } = offer;
  if (draft?.state === 'processing') {
    return {
      title: 'We’re preparing your video',
      text: `We’ll pass it to ${brand.name} automatically. You can close this page.`,
    };
  }
  if (changes !== null) {
    return {
      title: `${brand.name} requested changes`,
      text: isLink(offer) ? 'Update your post, then send the link again.' : 'Update your video, then send it again.',
    };
  }
  return isLink(offer)
    ? { title: 'Post your video', text: `Post it on ${platformNames[account.platform]}, then paste the link here.` }
    : { title: 'Send your draft', text: `${brand.name} reviews it before you post.` };
}

/** Text for an offer whose draft or link the brand is reviewing. */
function inReviewWords(offer: CreatorOffer): StageText {
  const { brand, history } = offer;
  if (isLink(offer)) {
    return {
      title: `${brand.name} is reviewing your post`,
      text: 'Keep the post up. We’ll email you once it’s approved.',
    };
  }
  if (history.at(-1)?.move === 'take-back') {
    return {
      title: `${brand.name} took back their approval`,
      text: 'Don’t post your video yet. They’re reviewing it again, and we’ll email you their answer.',
    };
  }
  return {
    title: `${brand.name} is reviewing your draft`,
    text: 'Don’t post it yet. We’ll email you their answer.',
  };
}

/** The offer's stage from the creator's perspective: a title and an explanation. */
export function stageText(offer: CreatorOffer): StageText {
  const { stage, ended, blocked, brand, campaign, caption, moves } = offer;
  if (ended !== null) return endWords(ended);
  if (blocked !== null && /^(OFFERED|SUBMIT_)/.test(stage.type))
    return { title: 'Your account is blocked', text: blocked.reason };
  if (campaign.isPaused && /^(OFFERED|SUBMIT_)/.test(stage.type)) {
    return {
      title: 'The campaign is paused',
      text: `${brand.name} paused the campaign. Your deadline is paused, too, and starts over when the campaign resumes.`,
    };
  }
  switch (stage.type) {
    case 'OFFERED':
      return {
        title: `${brand.name} would like to work with you`,
        text: moves.includes('accept')
          ? 'Read the guidelines and the pay, then accept or decline.'
          : campaign.isEnding
            ? 'The campaign is ending and isn’t taking new creators, so you can’t accept the offer.'
            : 'The campaign isn’t taking new creators right now, so you can’t accept the offer.',
      };
    case 'AWAITING_PARENT_CONTRACT':
      return {
        title: 'Waiting for your parent’s contract',
        text: 'A parent or guardian has to sign first. We’ll email you about the next step.',
      };
    case 'AWAITING_CONTRACT':
      return { title: 'Waiting for the contract', text: 'We’ll email you once it’s signed.' };
    case 'SUBMIT_ADDRESS':
      return { title: 'Where should we send your package?', text: 'Only the team that ships it sees your address.' };
    case 'AWAITING_PACKAGE':
      return { title: 'We’re preparing your package', text: 'We’ll email you once it ships.' };
    case 'SUBMIT_CUSTOM_CAPTION':
      return caption?.returned
        ? { title: 'Your caption needs changes', text: 'Edit it and send it again.' }
        : { title: 'Write your caption', text: 'We review your caption before you film.' };
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      return { title: 'Your caption is in review', text: 'We’ll email you when it’s approved.' };
    case 'SUBMIT_EVIDENCE':
      return toSubmitWords(offer);
    case 'AWAITING_EVIDENCE_CLEARANCE':
      return inReviewWords(offer);
    case 'ONGOING':
      return { title: 'Your post is approved', text: 'Keep it up until 30 days after the campaign ends.' };
    case 'AWAITING_EARNING_CLEARANCE':
      return { title: 'The campaign has ended', text: 'We’re calculating your earnings.' };
    case 'CLEARED':
      return { title: 'All done', text: 'Your earnings are final. Thank you!' };
    case 'INVALIDATED':
    case 'REJECTED':
      return overOtherwise;
  }
}
