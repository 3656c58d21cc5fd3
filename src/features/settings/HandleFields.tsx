import { TextInput } from '@mantine/core';
import { type Control, Controller, useFormState } from 'react-hook-form';
import { offeredPlatforms, strippedHandle } from '../../domain/handles.ts';
import { PlatformIcon } from '../../ui/PlatformIcon.tsx';
import type { Profile } from './profile-form.ts';
import classes from './Settings.module.css';

/** The brand's names on the platforms; at least one. What can't be part of a handle is not taken. */
export function HandleFields({ control }: { control: Control<Profile> }) {
  const { errors } = useFormState({ control });
  return (
    <div className={classes.handles}>
      {offeredPlatforms.map(({ platform, label, field }) => (
        <Controller
          control={control}
          key={field}
          name={field}
          render={({ field: input }) => (
            <TextInput
              autoCapitalize="none"
              autoComplete="off"
              error={errors[field]?.message}
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
  );
}
