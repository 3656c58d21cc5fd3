import { valibotResolver } from '@hookform/resolvers/valibot';
import { Textarea } from '@mantine/core';
import { useForm, useWatch } from 'react-hook-form';
import { limits } from '#domain/shared/limits.ts';
import { readTypedValues, usePersistTyped } from '../draft.ts';
import { descriptionSchema } from '../forms.ts';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The description that creators read. */
export function DescriptionStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep({ brand, onDone }, { step: 'description', failure: 'Failed to update brand bio.' });
  const { register, control, handleSubmit, formState } = useForm({
    resolver: valibotResolver(descriptionSchema),
    defaultValues: { description: readTypedValues(brand.id).description ?? brand.description ?? '' },
  });
  const description = useWatch({ control, name: 'description' });
  usePersistTyped(brand.id, { description });
  const left = limits.description.maxLength - description.trim().length;
  return (
    <StepFrame
      busy={busy}
      lead="Creators read these one or two sentences before they accept an offer."
      onBack={onBack}
      onSubmit={() => void handleSubmit((typed) => save(typed))()}
      step="description"
      title="What does your brand do?"
    >
      <Textarea
        autosize
        description={left >= 0 ? `${left} characters left` : `${-left} characters too many`}
        error={formState.errors.description?.message}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        label="Brand description"
        maxRows={6}
        minRows={4}
        placeholder="We roast organic coffee for busy mornings."
        {...register('description')}
      />
    </StepFrame>
  );
}
