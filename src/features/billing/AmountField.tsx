import { TextInput, type TextInputProps } from '@mantine/core';
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import classes from './Billing.module.css';

interface Props<Form extends FieldValues, Sent extends FieldValues>
  extends Pick<TextInputProps, 'label' | 'description' | 'disabled'> {
  control: Control<Form, unknown, Sent>;
  name: Path<Form>;
}

/** Field for dollars, with a decimal keyboard. */
export function AmountField<Form extends FieldValues, Sent extends FieldValues>({
  control,
  name,
  ...props
}: Props<Form, Sent>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          autoComplete="off"
          classNames={{ input: classes.amount ?? '' }}
          error={fieldState.error?.message}
          inputMode="decimal"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          leftSection={<span className={classes.dollar}>$</span>}
          {...props}
          {...field}
        />
      )}
    />
  );
}
