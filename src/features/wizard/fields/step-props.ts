import type { UseFormReturn } from 'react-hook-form';
import type { Brand, Tag } from '#contract/brand/brand.ts';
import type { Flags } from '#domain/campaigns/flags.ts';
import type { DraftFields } from '../draft/draft.ts';
import type { WizardStep } from '../wizard-steps.ts';

/** Props of every step. */
export interface StepProps {
  form: UseFormReturn<DraftFields>;
  /** The form's current fields, without disabled platforms. */
  fields: DraftFields;
  brand: Brand;
  tags: readonly Tag[];
  flags: Flags;
  online: boolean;
  /** Budget in cents that is released when the draft replaces a campaign in review. */
  releasedCents: number;
  go: (step: WizardStep) => void;
}
