import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './PasswordField.tsx';

interface Props {
  password: PasswordInputProps;
  confirmation: PasswordInputProps;
}

/** A new password, typed twice. */
export function NewPasswordFields({ password, confirmation }: Props) {
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        description="8 characters or more, with a special character, an uppercase letter and a number."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        label="Password"
        {...password}
      />
      <PasswordField autoComplete="new-password" label="Confirm password" {...confirmation} />
    </>
  );
}
