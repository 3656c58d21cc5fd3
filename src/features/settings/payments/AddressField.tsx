import { TextInput } from '@mantine/core';
import { type Control, Controller } from 'react-hook-form';
import { withoutScheme } from '#domain/posts/web-address.ts';
import type { Profile } from '../profile-form.ts';
import classes from '../Settings.module.css';

interface Props {
  control: Control<Profile>;
  name: 'brandUrl' | 'storeLocatorUrl';
  label: string;
  autoComplete?: string;
}

/** Field for a URL after a fixed `https://`, which is removed from pasted text. */
export function AddressField({ control, name, label, autoComplete = 'off' }: Props) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          autoCapitalize="none"
          autoComplete={autoComplete}
          error={fieldState.error?.message}
          inputMode="url"
          label={label}
          leftSection={<span className={classes.prefix}>https://</span>}
          leftSectionWidth={76}
          spellCheck={false}
          {...field}
          onChange={({ currentTarget }) => field.onChange(withoutScheme(currentTarget.value))}
        />
      )}
    />
  );
}
