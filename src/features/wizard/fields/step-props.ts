import type { UseFormReturn } from 'react-hook-form';
import type { Brand, Tag } from '#contract/brand/brand.ts';
import type { Flags } from '#domain/campaigns/flags.ts';
import type { DraftFields } from '../draft/draft.ts';
import type { WizardStep } from '../wizard-steps.ts';

/** Props of every step. */
export interface StepProps {
  form: UseFormReturn<DraftFields>;
  /** The form's fields as they are now, without platforms that are switched off. */
  fields: DraftFields;
  brand: Brand;
  tags: readonly Tag[];
  flags: Flags;
  online: boolean;
  /** Budget in cents that becomes available when the draft replaces a campaign in review. */
  releasedCents: number;
  go: (step: WizardStep) => void;
}
