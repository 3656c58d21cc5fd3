import type { CampaignStep } from '#contract/campaign.ts';
import type { CreatorOffer } from '#contract/creator.ts';
import type { OfferEvent, OfferStageType } from '#contract/offer.ts';
import type { MoveName } from '#domain/offer-moves.ts';

/** Words for each move. */
const words: Readonly<Record<MoveName, string>> = {
  invite: 'You were invited',
  accept: 'You accepted',
  decline: 'You declined',
  'receive-parent-contract': 'Your parents’ contract came',
  'receive-contract': 'The contract came',
  'give-address': 'You gave your address',
  'send-package': 'The package was sent',
  'lose-package': 'The package was lost',
  'give-caption': 'You sent a caption',
  'clear-caption': 'Your caption is fine',
  'return-caption': 'Your caption came back',
  'submit-draft': 'You sent a draft',
  'submit-link': 'You sent the link',
  'replace-draft': 'You sent another draft',
  'replace-link': 'You sent another link',
  approve: 'Your draft was approved',
  'request-changes': 'Changes were asked for',
  withdraw: 'You withdrew',
  'remove-post': 'Your post was found to be gone',
  'fall-due': 'The campaign ended',
  'clear-earning': 'Your earning was settled',
  expire: 'The offer expired',
  invalidate: 'The offer was ended',
  reopen: 'The offer was opened again',
};

/** A past move in a creator's words; null for what this version of the page has none for. */
export function pastWords({ move, stage }: Pick<OfferEvent, 'move' | 'stage'>): string | null {
  if (move === 'approve' && stage === 'ONGOING') return 'Your post was approved';
  return Object.hasOwn(words, move) ? words[move as MoveName] : null;
}

interface Milestone {
  /** The step of a campaign that asks for it; undefined for what every campaign has. */
  step?: CampaignStep;
  stages: readonly OfferStageType[];
  words: string;
}

const milestones: readonly Milestone[] = [
  { stages: ['OFFERED'], words: 'Say yes or no' },
  { step: 'PARENT_CONTRACT', stages: ['AWAITING_PARENT_CONTRACT'], words: 'Contract with your parents' },
  { step: 'CONTRACT', stages: ['AWAITING_CONTRACT'], words: 'Contract' },
  { step: 'PACKAGE', stages: ['SUBMIT_ADDRESS', 'AWAITING_PACKAGE'], words: 'Address and package' },
  {
    step: 'CUSTOM_CAPTION',
    stages: ['SUBMIT_CUSTOM_CAPTION', 'AWAITING_CUSTOM_CAPTION_CLEARANCE'],
    words: 'Caption',
  },
  { step: 'DRAFT', stages: ['SUBMIT_EVIDENCE', 'AWAITING_EVIDENCE_CLEARANCE'], words: 'Draft' },
  { stages: ['SUBMIT_EVIDENCE', 'AWAITING_EVIDENCE_CLEARANCE'], words: 'Post, and its link' },
  { stages: ['ONGOING'], words: 'Views count' },
  { stages: ['AWAITING_EARNING_CLEARANCE'], words: 'Earning settled' },
];

/** The step that is to be done now, and those after it; nothing of an offer that is over. */
export function comingSteps({ stage, ended, evidenceType, campaign, pay }: CreatorOffer): string[] {
  if (ended !== null || stage.type === 'CLEARED') return [];
  const own = milestones
    .filter(({ step }) => step === undefined || campaign.steps.includes(step))
    .filter(({ stages }) => pay.kind !== 'product' || !stages.includes('AWAITING_EARNING_CLEARANCE'));
  // Draft and link are owed in the same stages; what is owed tells them apart.
  const isOther = ({ step, stages }: Milestone) =>
    stages.includes('SUBMIT_EVIDENCE') && (step === 'DRAFT') === (evidenceType === 'PUBLISHED_VIDEO_URL');
  const at = own.findIndex((each) => each.stages.includes(stage.type) && !isOther(each));
  return own.slice(Math.max(0, at)).map(({ words: text }) => text);
}
