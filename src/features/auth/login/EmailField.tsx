import { TextInput, type TextInputProps } from '@mantine/core';

/** Email field with a keyboard and autofill for email addresses. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      autoCapitalize="none"
      autoComplete="username"
      inputMode="email"
      label="Email"
      spellCheck={false}
      type="email"
      {...props}
    />
  );
}
