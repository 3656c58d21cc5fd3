import { TextInput, type TextInputProps } from '@mantine/core';
import { withoutScheme } from '#domain/posts/web-address.ts';
import classes from '../Onboarding.module.css';

interface Props extends Omit<TextInputProps, 'onChange'> {
  onChange: (typed: string) => void;
}

/** A web address behind a fixed `https://`; one that is pasted with it loses its own. */
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
