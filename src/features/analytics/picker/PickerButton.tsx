import type { ComponentProps } from 'react';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import classes from './PickerButton.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'children' | 'value'> {
  icon: IconName;
  /** Accessible name. */
  label: string;
  value: string;
}

/** Opens a picker and shows the current choice. */
export function PickerButton({ icon, label, value, ...props }: Props) {
  return (
    <button aria-label={`${label}: ${value}`} {...props} className={classes.button} type="button">
      <span className={classes.icon}>
        <Icon name={icon} size={18} />
      </span>
      <span className={classes.value} title={value}>
        {value}
      </span>
      <Icon className={classes.chevron} name="down" size={16} />
    </button>
  );
}
