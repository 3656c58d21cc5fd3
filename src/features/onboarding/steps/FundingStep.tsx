import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm, useWatch } from 'react-hook-form';
import type * as v from 'valibot';
import { formatCount } from '#domain/money/money.ts';
import { projectedViews } from '#domain/money/reach.ts';
import { limits } from '#domain/shared/limits.ts';
import { AmountField, centsOf } from '#features/billing/public.ts';
import { readTypedValues, usePersistTyped } from '../draft.ts';
import { fundingSchema, proposedFunding } from '../forms.ts';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The initial funding, which the next step charges. */
export function FundingStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep({ brand, onDone }, { step: 'initialFunding', failure: 'Something went wrong.' });
  const { control, handleSubmit } = useForm<
    v.InferInput<typeof fundingSchema>,
    unknown,
    v.InferOutput<typeof fundingSchema>
  >({
    resolver: valibotResolver(fundingSchema),
    defaultValues: { initialFunding: readTypedValues(brand.id).initialFunding ?? proposedFunding },
  });
  const initialFunding = useWatch({ control, name: 'initialFunding' });
  usePersistTyped(brand.id, { initialFunding });
  const cents = centsOf(initialFunding);
  const views = cents === null || brand.cpmCents <= 0 ? null : projectedViews(cents, brand.cpmCents);
  return (
    <StepFrame
      busy={busy}
      lead="Your balance pays for your campaigns, and you’re charged only for the views they get. You can add funds at any time."
      onBack={onBack}
      onSubmit={() => void handleSubmit(() => save({}))()}
      step="initialFunding"
      title="How much do you want to start with?"
    >
      <AmountField
        control={control}
        description={
          views === null ? `At least $${limits.minFundsCents / 100}` : `About ${formatCount(views)} views at your rate`
        }
        label="Initial funding"
        name="initialFunding"
      />
    </StepFrame>
  );
}
