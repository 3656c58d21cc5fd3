import { valibotResolver } from '@hookform/resolvers/valibot';
import { TextInput } from '@mantine/core';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { offeredPlatforms, storedHandle, strippedHandle } from '../../../domain/handles.ts';
import { PlatformIcon } from '../../../ui/PlatformIcon.tsx';
import { readTyped, useKeepTyped } from '../draft.ts';
import { type Handles, handlesSchema } from '../forms.ts';
import classes from '../Onboarding.module.css';
import { StepFrame } from './StepFrame.tsx';
import { type StepProps, useStep } from './use-step.ts';

/** The brand's names on the platforms, for creators to tag; at least one. */
export function HandlesStep({ brand, onBack, onDone }: StepProps) {
  const { save, busy } = useStep(
    { brand, onDone },
    { step: 'socialHandles', failure: 'Failed to update brand social media handles.' },
  );
  const typedBefore = readTyped(brand.id);
  const { control, handleSubmit } = useForm<Handles>({
    resolver: valibotResolver(handlesSchema),
    defaultValues: Object.fromEntries(
      offeredPlatforms.map(({ field }) => [field, typedBefore[field] ?? brand[field] ?? '']),
    ),
  });
  useKeepTyped(brand.id, useWatch({ control }));
  const stored = (typed: Handles) =>
    Object.fromEntries(offeredPlatforms.map(({ platform, field }) => [field, storedHandle(platform, typed[field])]));
  return (
    <StepFrame
      busy={busy}
      lead="Creators tag you where you are. One is enough."
      onBack={onBack}
      onSubmit={() => void handleSubmit((typed) => save(stored(typed)))()}
      step="socialHandles"
      title="Where can creators tag you?"
    >
      <div className={classes.handles}>
        {offeredPlatforms.map(({ platform, label, field }) => (
          <Controller
            control={control}
            key={field}
            name={field}
            render={({ field: input, fieldState }) => (
              <TextInput
                autoCapitalize="none"
                autoComplete="off"
                error={fieldState.error?.message}
                label={
                  <span className={classes.platform}>
                    <PlatformIcon decorative platform={platform} size={16} />
                    {label}
                  </span>
                }
                leftSection={<span className={classes.prefix}>@</span>}
                leftSectionWidth={36}
                spellCheck={false}
                {...input}
                onChange={({ currentTarget }) => input.onChange(strippedHandle(platform, currentTarget.value))}
              />
            )}
          />
        ))}
      </div>
    </StepFrame>
  );
}
