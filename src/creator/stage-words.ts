import type { CreatorOffer } from '#contract/creator.ts';
import { platformWords } from './platform-words.ts';

interface StageWords {
  title: string;
  text: string;
}

/** Why an offer is over, by its `invalidationType`; DECLINED is the creator's own word. */
const endings: Readonly<Record<string, StageWords>> = {
  DECLINED: { title: 'You declined this offer', text: 'Nothing more is asked of you.' },
  WITHDRAWN: { title: 'You have withdrawn', text: 'Nothing more is asked of you.' },
  EXPIRED: { title: 'This offer has expired', text: 'The time for the next step was over before it was made.' },
  POST_REMOVED: {
    title: 'Your post is no longer up',
    text: 'Views that were counted while it was up still count.',
  },
  ADMIN_INVALIDATED: { title: 'This offer was ended', text: 'The team that runs the campaign has ended it.' },
};

const overOtherwise: StageWords = { title: 'This offer is over', text: 'Nothing more is asked of you.' };

function endWords({ why, reason }: { why: string; reason: string | null }): StageWords {
  const { title, text } = endings[why] ?? overOtherwise;
  return { title, text: reason ?? text };
}

/** The offer's stage as its creator understands it: a title, and what it means. */
export function stageWords(offer: CreatorOffer): StageWords {
  const { stage, ended, brand, account, evidenceType, changes, caption, draft, moves } = offer;
  if (ended !== null) return endWords(ended);
  const platform = platformWords[account.platform].name;
  const isLink = evidenceType === 'PUBLISHED_VIDEO_URL';
  switch (stage.type) {
    case 'OFFERED':
      return {
        title: `${brand.name} would like to work with you`,
        text: moves.includes('accept')
          ? 'Read what is asked and what is paid, then say yes or no.'
          : 'The campaign isn’t running now, so it can’t be accepted.',
      };
    case 'AWAITING_PARENT_CONTRACT':
      return {
        title: 'Waiting for your parents’ contract',
        text: 'A parent or guardian has to sign first. We write to you when it goes on.',
      };
    case 'AWAITING_CONTRACT':
      return { title: 'Waiting for the contract', text: 'We write to you once it is signed and it goes on.' };
    case 'SUBMIT_ADDRESS':
      return { title: 'Where shall the package go?', text: 'Only the team that sends it sees your address.' };
    case 'AWAITING_PACKAGE':
      return { title: 'Your package is being prepared', text: 'We write to you once it is sent.' };
    case 'SUBMIT_CUSTOM_CAPTION':
      return caption?.returned
        ? { title: 'Your caption came back', text: 'Change it and send it again.' }
        : { title: 'Write your caption', text: 'It is looked at before you film.' };
    case 'AWAITING_CUSTOM_CAPTION_CLEARANCE':
      return { title: 'Your caption is being looked at', text: 'We write to you when it goes on.' };
    case 'SUBMIT_EVIDENCE':
      if (draft?.state === 'processing') {
        return {
          title: 'Your video is being prepared',
          text: 'It is with us and goes to the brand by itself. You can close this page.',
        };
      }
      if (changes !== null) {
        return {
          title: `${brand.name} asks for changes`,
          text: isLink ? 'Change your post, then send its link again.' : 'Change your video, then send it again.',
        };
      }
      return isLink
        ? { title: 'Post it, then paste the link', text: `Post your video on ${platform}, and tell us where it is.` }
        : { title: 'Send your draft', text: `${brand.name} looks at it before you post.` };
    case 'AWAITING_EVIDENCE_CLEARANCE':
      return isLink
        ? { title: `Your link is with ${brand.name}`, text: 'Leave the post up. We write to you when it counts.' }
        : { title: `Your draft is with ${brand.name}`, text: 'Don’t post it yet. We write to you with their word.' };
    case 'ONGOING':
      return { title: 'Your post counts', text: 'Leave it up until the campaign ends.' };
    case 'AWAITING_EARNING_CLEARANCE':
      return { title: 'The campaign has ended', text: 'Your earning is being settled.' };
    case 'CLEARED':
      return { title: 'All done', text: 'Your earning is settled. Thank you!' };
    case 'INVALIDATED':
    case 'REJECTED':
      return overOtherwise;
  }
}
