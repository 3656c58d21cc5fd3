import type { PasswordInputProps } from '@mantine/core';
import { passwordRules, unmetPasswordRequirements } from '#domain/accounts/password.ts';
import { PasswordField } from './PasswordField.tsx';

interface Props {
  password: PasswordInputProps;
  confirmation: PasswordInputProps;
  /** The password typed so far. */
  typed: string;
}

// Created on first use, since it loads locale data.
const listText = (parts: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);

function hintOf(typed: string): string {
  const missing = unmetPasswordRequirements(typed);
  if (missing.length === 0) return 'This password meets all requirements.';
  return `${typed === '' ? 'At least' : 'Still needed:'} ${listText(missing)}.`;
}

// React doesn't know the attribute and passes it through unchanged.
const rules = { passwordrules: passwordRules };

/** A new password and its confirmation. */
export function NewPasswordFields({ password, confirmation, typed }: Props) {
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        description={hintOf(typed)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        label="Password"
        {...rules}
        {...password}
      />
      <PasswordField autoComplete="new-password" label="Confirm password" {...rules} {...confirmation} />
    </>
  );
}
