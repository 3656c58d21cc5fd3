import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlatformIcon, type PlatformName } from '../media/PlatformIcon.tsx';
import classes from './HandleInput.module.css';

interface Props extends Omit<TextInputProps, 'label' | 'onChange'> {
  platform: PlatformName;
  /** The platform's name. */
  label: string;
  onChange: (typed: string) => void;
}

/** A name on a platform, behind its @. */
export function HandleInput({ platform, label, onChange, ...props }: Props) {
  return (
    <TextInput
      autoCapitalize="none"
      autoComplete="off"
      label={
        <span className={classes.platform}>
          <PlatformIcon decorative platform={platform} size={16} />
          {label}
        </span>
      }
      leftSection={<span className={classes.prefix}>@</span>}
      leftSectionWidth={36}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      spellCheck={false}
      {...props}
    />
  );
}

/** Some of them, side by side where there is room. */
export const HandleInputs = ({ children }: { children: ReactNode }) => <div className={classes.group}>{children}</div>;
