import type { Brand, Tag } from '#contract/brand.ts';
import type { Flags } from '#domain/flags.ts';
import type { Draft } from '../draft/draft.ts';
import type { Problems } from '../problems.ts';
import type { WizardStep } from '../wizard-steps.ts';

/** Props of every step. */
export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** Of the step's fields, once it was tried to leave it by Next. */
  problems: Problems;
  brand: Brand;
  tags: readonly Tag[];
  flags: Flags;
  online: boolean;
  go: (step: WizardStep) => void;
}
