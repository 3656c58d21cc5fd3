import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { type Control, Controller } from 'react-hook-form';
import type { Profile } from './profile-form.ts';

interface Props {
  control: Control<Profile>;
  name: 'postNotificationsEnabled' | 'loginNotificationsEnabled';
  label: string;
  description: string;
}

/** Switch for one kind of email. */
export function ToggleField({ control, name, label, description }: Props) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ...field } }) => (
        <Switch aria-label={label} checked={value} description={description} label={label} {...field} />
      )}
    />
  );
}
