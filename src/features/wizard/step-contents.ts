import type { ComponentType } from 'react';
import type { Brand } from '#contract/brand/brand.ts';
import { platformsWithoutHandle } from './creation/problems.ts';
import { missingCents } from './draft/budget.ts';
import type { DraftFields } from './draft/draft.ts';
import type { StepProps } from './fields/step-props.ts';
import { GuidelinesStep } from './steps/GuidelinesStep.tsx';
import { OverviewStep } from './steps/OverviewStep.tsx';
import { ReachStep } from './steps/ReachStep.tsx';
import { SummaryStep } from './steps/SummaryStep.tsx';
import { TagsStep } from './steps/TagsStep.tsx';
import type { WizardStep } from './wizard-steps.ts';

interface StepContent {
  title: string;
  lead: string;
  Fields: ComponentType<StepProps>;
  /** The reason why the next step is blocked although all fields are valid; null if it isn't. */
  blockedBy(state: { fields: DraftFields; brand: Brand; online: boolean; releasedCents: number }): string | null;
}

const never = () => null;

/** Heading and fields of each step. */
export const stepContents: Record<WizardStep, StepContent> = {
  overview: {
    title: 'Start with the basics',
    lead: 'Choose a title, a start date and where it runs.',
    Fields: OverviewStep,
    blockedBy: ({ fields, brand }) => {
      const [first] = platformsWithoutHandle(fields, brand);
      return first ? `Save your ${first.label} username to continue.` : null;
    },
  },
  guidelines: {
    title: 'What should creators do?',
    lead: 'Creators read this before they film. Edit our suggestions and add your own.',
    Fields: GuidelinesStep,
    blockedBy: never,
  },
  tags: {
    title: 'Which creators should take part?',
    lead: 'We invite creators who make videos about these topics.',
    Fields: TagsStep,
    blockedBy: never,
  },
  reach: {
    title: 'How many views do you want?',
    lead: 'Your budget is spent on views only.',
    Fields: ReachStep,
    blockedBy: never,
  },
  summary: {
    title: 'Ready to submit?',
    lead: 'Our team reviews your campaign before creators see it. This takes up to 48 hours.',
    Fields: SummaryStep,
    blockedBy: ({ fields, brand, online, releasedCents }) => {
      if (!online) return 'You’re offline. Your draft is saved on this device. Reconnect to submit it.';
      if (brand.availableBalanceCents < 0) return 'Add funds to continue.';
      return missingCents(fields, brand, releasedCents) > 0 ? 'Add funds or lower the budget to continue.' : null;
    },
  },
};
