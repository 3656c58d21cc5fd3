import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import tones from '#ui/styles/tones.module.css';
import classes from './Notice.module.css';

interface Props {
  icon: IconName;
  tone?: 'amber' | 'green' | 'grey' | 'red';
  children: ReactNode;
}

/** A one-line message about something that just happened or failed. */
export const Notice = ({ icon, tone = 'grey', children }: Props) => (
  <div className={clsx(tones.tones, classes.notice)} data-tone={tone}>
    <Icon name={icon} size={18} />
    <div>{children}</div>
  </div>
);
