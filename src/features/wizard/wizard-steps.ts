import type { Draft } from './draft/draft.ts';

/** The tabs in their order. */
export const wizardSteps = [
  { key: 'overview', label: 'Overview' },
  { key: 'guidelines', label: 'Guidelines' },
  { key: 'tags', label: 'Tags' },
  { key: 'reach', label: 'Reach' },
  { key: 'summary', label: 'Summary' },
] as const;
export type WizardStep = (typeof wizardSteps)[number]['key'];

/** Only campaigns that are paid by views have a budget, and so a reach. */
export const hasBudget = ({ campaignType }: Pick<Draft, 'campaignType'>): boolean => campaignType === 'CPM';

/** The steps that a draft goes through. */
export const stepsOf = (draft: Pick<Draft, 'campaignType'>) =>
  wizardSteps.filter(({ key }) => key !== 'reach' || hasBudget(draft));

const placeOf = (step: WizardStep) => wizardSteps.findIndex(({ key }) => key === step);

/** True if a tab is open: all steps before it were submitted once. */
export const isUnlocked = (step: WizardStep, { reached }: Pick<Draft, 'reached'>): boolean =>
  placeOf(step) <= placeOf(reached);

/** The step after or before one, as far as there is one. */
export function stepBeside(step: WizardStep, by: 1 | -1, draft: Pick<Draft, 'campaignType'>): WizardStep {
  const steps = stepsOf(draft);
  return steps[steps.findIndex(({ key }) => key === step) + by]?.key ?? step;
}

/** The later of two. */
export const furthest = (a: WizardStep, b: WizardStep): WizardStep => (placeOf(a) > placeOf(b) ? a : b);
