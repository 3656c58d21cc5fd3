import { TextInput, type TextInputProps } from '@mantine/core';
import { withoutScheme } from '#domain/posts/web-address.ts';
import classes from '../Onboarding.module.css';

interface Props extends Omit<TextInputProps, 'onChange'> {
  onChange: (typed: string) => void;
}

/** Field for a URL after a fixed `https://`, which is removed from pasted text. */
export function AddressInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      autoCapitalize="none"
      autoComplete="url"
      inputMode="url"
      leftSection={<span className={classes.prefix}>https://</span>}
      leftSectionWidth={76}
      onChange={({ currentTarget }) => onChange(withoutScheme(currentTarget.value))}
      spellCheck={false}
      {...props}
    />
  );
}
