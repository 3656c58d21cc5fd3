import type { campaignTypes } from '#contract/brand/campaign.ts';

export const wizardSteps = [
  { key: 'overview', label: 'Overview' },
  { key: 'guidelines', label: 'Guidelines' },
  { key: 'tags', label: 'Tags' },
  { key: 'reach', label: 'Reach' },
  { key: 'summary', label: 'Summary' },
] as const;
export type WizardStep = (typeof wizardSteps)[number]['key'];

interface DraftType {
  campaignType: (typeof campaignTypes)[number];
}

/** Only campaigns paid by views have a budget, and therefore a reach. */
export const hasBudget = ({ campaignType }: DraftType): boolean => campaignType === 'CPM';

/** The steps of a draft. */
export const stepsOf = (typed: DraftType) => wizardSteps.filter(({ key }) => key !== 'reach' || hasBudget(typed));

const placeOf = (step: WizardStep) => wizardSteps.findIndex(({ key }) => key === step);

/** True if a tab is unlocked: all steps before it were submitted once. */
export const isUnlocked = (step: WizardStep, { reached }: { reached: WizardStep }): boolean =>
  placeOf(step) <= placeOf(reached);

/** The next or previous step; the same step at either end. */
export function stepBeside(step: WizardStep, by: 1 | -1, typed: DraftType): WizardStep {
  const steps = stepsOf(typed);
  return steps[steps.findIndex(({ key }) => key === step) + by]?.key ?? step;
}

/** The later of two steps. */
export const furthest = (a: WizardStep, b: WizardStep): WizardStep => (placeOf(a) > placeOf(b) ? a : b);
