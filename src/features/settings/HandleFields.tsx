import { type Control, Controller, useFormState } from 'react-hook-form';
import { offeredPlatforms, strippedHandle } from '#domain/posts/handles.ts';
import { HandleInput, HandleInputs } from '#ui/controls/HandleInput.tsx';
import type { Profile } from './profile-form.ts';

/** The brand's handles on the platforms; at least one. Characters that a handle can't contain are dropped. */
export function HandleFields({ control }: { control: Control<Profile> }) {
  const { errors } = useFormState({ control });
  return (
    <HandleInputs>
      {offeredPlatforms.map(({ platform, label, field }) => (
        <Controller
          control={control}
          key={field}
          name={field}
          render={({ field: input }) => (
            <HandleInput
              {...input}
              error={errors[field]?.message}
              label={label}
              onChange={(typed) => input.onChange(strippedHandle(platform, typed))}
              platform={platform}
            />
          )}
        />
      ))}
    </HandleInputs>
  );
}
