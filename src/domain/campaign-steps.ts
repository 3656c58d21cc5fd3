import type { campaignSteps, campaignTypes } from '#contract/campaign.ts';
import type { OfferStageType } from '#contract/offer.ts';

export type CampaignStep = (typeof campaignSteps)[number];

/** Steps of a campaign: those that the provider has set, or else those of its type. */
export function stepsOf(
  campaignType: (typeof campaignTypes)[number],
  asks: readonly CampaignStep[] | null,
): readonly CampaignStep[] {
  return asks ?? (campaignType === 'DROP' ? ['PACKAGE', 'DRAFT'] : ['DRAFT']);
}

/** The stage in which each step begins. */
const begins = [
  ['PARENT_CONTRACT', 'AWAITING_PARENT_CONTRACT'],
  ['CONTRACT', 'AWAITING_CONTRACT'],
  ['PACKAGE', 'SUBMIT_ADDRESS'],
  ['CUSTOM_CAPTION', 'SUBMIT_CUSTOM_CAPTION'],
] as const satisfies readonly (readonly [CampaignStep, OfferStageType])[];

/** The step that a stage belongs to, by its place; -1 before the first. */
function placeOf(stage: OfferStageType): number {
  if (stage === 'AWAITING_PACKAGE') return placeOf('SUBMIT_ADDRESS');
  if (stage === 'AWAITING_CUSTOM_CAPTION_CLEARANCE') return placeOf('SUBMIT_CUSTOM_CAPTION');
  return begins.findIndex(([, first]) => first === stage);
}

/** The stage of the next step that is asked for and not done: the draft or the link, once all before are. */
export function stageOfNextStep(
  stage: OfferStageType,
  steps: readonly CampaignStep[],
  done: readonly CampaignStep[],
): OfferStageType {
  const rest = begins.slice(placeOf(stage) + 1);
  return rest.find(([step]) => steps.includes(step) && !done.includes(step))?.[1] ?? 'SUBMIT_EVIDENCE';
}
