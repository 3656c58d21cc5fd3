import { TextInput, type TextInputProps } from '@mantine/core';

/** An e-mail address, with the keyboard and the suggestions for one. */
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
