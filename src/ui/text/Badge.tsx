import { Icon, type IconName } from '../media/icons.tsx';
import { clsx } from '../styles/clsx.ts';
import tones from '../styles/tones.module.css';
import classes from './Badge.module.css';

export type Tone = 'amber' | 'green' | 'blue' | 'violet' | 'grey' | 'red';

interface BadgeProps {
  tone: Tone;
  label: string;
  icon?: IconName | undefined;
  /** Outline: final states such as expired and rejected. Queued: dashed, not yet confirmed by the server. */
  look?: 'soft' | 'outline' | 'queued';
}

/** A badge that names a state, so that color is never the only cue. */
export function Badge({ tone, label, icon, look = 'soft' }: BadgeProps) {
  const shown = icon ?? (look === 'queued' ? 'clock' : undefined);
  return (
    <span className={clsx(tones.tones, classes.badge, classes[look])} data-tone={tone}>
      {shown && <Icon name={shown} size={14} />}
      <span className={classes.label}>{label}</span>
    </span>
  );
}
