import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlatformIcon, type PlatformName } from '../media/PlatformIcon.tsx';
import classes from './HandleInput.module.css';

interface Props extends Omit<TextInputProps, 'label' | 'onChange'> {
  platform: PlatformName;
  label: string;
  onChange: (typed: string) => void;
}

/** Input for a creator's handle on a platform, with an @ in front. */
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

/** Several handle inputs, side by side if they fit. */
export const HandleInputs = ({ children }: { children: ReactNode }) => <div className={classes.group}>{children}</div>;
