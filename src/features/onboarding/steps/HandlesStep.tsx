import { valibotResolver } from '@hookform/resolvers/valibot';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { offeredPlatforms, stripHandle, toStoredHandle } from '#domain/posts/handles.ts';
import { HandleInput, HandleInputs } from '#ui/controls/HandleInput.tsx';
import { readTypedValues, usePersistTyped } from '../draft.ts';
import { type Handles, handlesSchema } from '../forms.ts';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The brand's handles on the platforms, for creators to tag; at least one. */
export function HandlesStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep(
    { brand, onDone },
    { step: 'socialHandles', failure: 'Failed to update social media handles.' },
  );
  const typedBefore = readTypedValues(brand.id);
  const { control, handleSubmit } = useForm<Handles>({
    resolver: valibotResolver(handlesSchema),
    defaultValues: Object.fromEntries(
      offeredPlatforms.map(({ field }) => [field, typedBefore[field] ?? brand[field] ?? '']),
    ),
  });
  usePersistTyped(brand.id, useWatch({ control }));
  const stored = (typed: Handles) =>
    Object.fromEntries(offeredPlatforms.map(({ platform, field }) => [field, toStoredHandle(platform, typed[field])]));
  return (
    <StepFrame
      busy={busy}
      lead="Creators tag these accounts in their posts. Add at least one."
      onBack={onBack}
      onSubmit={() => void handleSubmit((typed) => save(stored(typed)))()}
      step="socialHandles"
      title="Where can creators tag you?"
    >
      <HandleInputs>
        {offeredPlatforms.map(({ platform, label, field }) => (
          <Controller
            control={control}
            key={field}
            name={field}
            render={({ field: input, fieldState }) => (
              <HandleInput
                {...input}
                error={fieldState.error?.message}
                label={label}
                onChange={(typed) => input.onChange(stripHandle(platform, typed))}
                platform={platform}
              />
            )}
          />
        ))}
      </HandleInputs>
    </StepFrame>
  );
}
