import { TextInput } from '@mantine/core';
import { type Control, Controller } from 'react-hook-form';
import classes from '../Billing.module.css';
import type { SandboxCardForm } from './sandbox-card-form.ts';

interface Props {
  control: Control<SandboxCardForm>;
  name: keyof SandboxCardForm;
  label: string;
  placeholder: string;
  disabled: boolean;
  /** Formats typed text. */
  shape: (typed: string) => string;
}

/** Field for a test card's digits. Browsers must not autofill a real one. */
export function CardField({ control, name, label, placeholder, disabled, shape }: Props) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          autoComplete="off"
          classNames={{ input: classes.digits ?? '' }}
          error={fieldState.error?.message}
          inputMode="numeric"
          label={label}
          placeholder={placeholder}
          readOnly={disabled}
          {...field}
          onChange={({ currentTarget }) => field.onChange(shape(currentTarget.value))}
        />
      )}
    />
  );
}
