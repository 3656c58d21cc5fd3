import type { CampaignStep } from '#contract/brand/campaign.ts';
import type { OfferEvent, OfferStageType } from '#contract/brand/offer.ts';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import type { MoveName } from '#domain/offers/offer-moves.ts';
import { isKeyOf } from '#domain/shared/keys.ts';

/** Description of each past move. */
const words: Readonly<Record<MoveName, string>> = {
  invite: 'You were invited',
  accept: 'You accepted',
  decline: 'You declined',
  'receive-parent-contract': 'Parent’s contract received',
  'receive-contract': 'Contract received',
  'give-address': 'You sent your address',
  'send-package': 'Package shipped',
  'lose-package': 'Package lost',
  'give-caption': 'You sent a caption',
  'clear-caption': 'Caption approved',
  'return-caption': 'Caption changes requested',
  'submit-draft': 'You sent a draft',
  'submit-link': 'You sent your post’s link',
  'replace-draft': 'You sent a new draft',
  'replace-link': 'You sent a new link',
  approve: 'Draft approved',
  'request-changes': 'Changes requested',
  'take-back': 'Approval taken back',
  withdraw: 'You withdrew',
  'remove-post': 'Post no longer available',
  'fall-due': 'Campaign ended',
  'clear-earning': 'Earnings finalized',
  expire: 'Offer expired',
  invalidate: 'Offer canceled',
  reopen: 'Offer reopened',
};

/** Description of a past move for its creator; null if this version of the page doesn't know the move. */
export function moveText({ move, stage }: Pick<OfferEvent, 'move' | 'stage'>): string | null {
  if (move === 'approve' && stage === 'ONGOING') return 'Post approved';
  return isKeyOf(words, move) ? words[move] : null;
}

interface Milestone {
  /** The campaign step that requires this milestone; undefined if every campaign has it. */
  step?: CampaignStep;
  stages: readonly OfferStageType[];
  words: string;
}

const milestones: readonly Milestone[] = [
  { stages: ['OFFERED'], words: 'Accept or decline' },
  { step: 'PARENT_CONTRACT', stages: ['AWAITING_PARENT_CONTRACT'], words: 'Parent’s contract' },
  { step: 'CONTRACT', stages: ['AWAITING_CONTRACT'], words: 'Contract' },
  { step: 'PACKAGE', stages: ['SUBMIT_ADDRESS', 'AWAITING_PACKAGE'], words: 'Address and package' },
  {
    step: 'CUSTOM_CAPTION',
    stages: ['SUBMIT_CUSTOM_CAPTION', 'AWAITING_CUSTOM_CAPTION_CLEARANCE'],
    words: 'Caption',
  },
  { step: 'DRAFT', stages: ['SUBMIT_EVIDENCE', 'AWAITING_EVIDENCE_CLEARANCE'], words: 'Draft' },
  { stages: ['SUBMIT_EVIDENCE', 'AWAITING_EVIDENCE_CLEARANCE'], words: 'Post and link' },
  { stages: ['ONGOING'], words: 'Counting views' },
  { stages: ['AWAITING_EARNING_CLEARANCE'], words: 'Earnings finalized' },
];

/** The current step and those after it; empty for an offer that has ended. */
export function upcomingSteps({ stage, ended, evidenceType, campaign, pay }: CreatorOffer): string[] {
  if (ended !== null || stage.type === 'CLEARED') return [];
  const own = milestones
    .filter(({ step }) => step === undefined || campaign.steps.includes(step))
    .filter(({ stages }) => pay.kind !== 'product' || !stages.includes('AWAITING_EARNING_CLEARANCE'));
  // Draft and link share these stages; the evidence type distinguishes them.
  const isOther = ({ step, stages }: Milestone) =>
    stages.includes('SUBMIT_EVIDENCE') && (step === 'DRAFT') === (evidenceType === 'PUBLISHED_VIDEO_URL');
  const at = own.findIndex((each) => each.stages.includes(stage.type) && !isOther(each));
  return own.slice(Math.max(0, at)).map(({ words: text }) => text);
}
