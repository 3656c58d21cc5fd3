import type { ComponentType } from 'react';
import type { Brand } from '#contract/brand.ts';
import { shortByCents } from './budget.ts';
import type { DraftFields } from './draft/draft.ts';
import { withoutHandle } from './problems.ts';
import { GuidelinesStep } from './steps/GuidelinesStep.tsx';
import { OverviewStep } from './steps/OverviewStep.tsx';
import { ReachStep } from './steps/ReachStep.tsx';
import { SummaryStep } from './steps/SummaryStep.tsx';
import type { StepProps } from './steps/step-props.ts';
import { TagsStep } from './steps/TagsStep.tsx';
import type { WizardStep } from './wizard-steps.ts';

interface StepContent {
  title: string;
  lead: string;
  Fields: ComponentType<StepProps>;
  /** Why one can't go on yet, though nothing is wrong with the fields; null where one can. */
  blockedBy(state: { fields: DraftFields; brand: Brand; online: boolean }): string | null;
}

const never = () => null;

/** Question and fields of each step. */
export const stepContents: Record<WizardStep, StepContent> = {
  overview: {
    title: 'Start with the basics',
    lead: 'What it is called, when it begins and where it runs.',
    Fields: OverviewStep,
    blockedBy: ({ fields, brand }) => {
      const [first] = withoutHandle(fields, brand);
      return first ? `Save your ${first.label} username to go on.` : null;
    },
  },
  guidelines: {
    title: 'What should creators do?',
    lead: 'Creators read this before they film. Change what we suggest, and add your own.',
    Fields: GuidelinesStep,
    blockedBy: never,
  },
  tags: {
    title: 'Who should make it?',
    lead: 'Creators whose videos are about these are invited.',
    Fields: TagsStep,
    blockedBy: never,
  },
  reach: {
    title: 'How many views do you want?',
    lead: 'Your budget pays for views, and for nothing else.',
    Fields: ReachStep,
    blockedBy: never,
  },
  summary: {
    title: 'Ready to send?',
    lead: 'Our team looks at it before creators do. That takes up to 48 hours.',
    Fields: SummaryStep,
    blockedBy: ({ fields, brand, online }) => {
      if (!online) return 'No network. Your draft stays here; you can send it once there is one.';
      if (brand.availableBalanceCents < 0) return 'Add funds to go on.';
      return shortByCents(fields, brand) > 0 ? 'Add funds or lower the budget to go on.' : null;
    },
  },
};
