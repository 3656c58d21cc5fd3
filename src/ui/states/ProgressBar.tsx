import classes from './ProgressBar.module.css';

interface Props {
  /** 0 to 100. */
  percent: number;
  /** Accessible name, such as "Views, 62% of the target". */
  label: string;
  size?: 'thin' | 'thick';
}

/** A progress bar. Text beside it must give the same figures. */
export function ProgressBar({ percent, label, size = 'thin' }: Props) {
  return (
    <div
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={percent}
      className={classes.track}
      data-size={size}
      role="progressbar"
    >
      <div className={classes.fill} style={{ width: `${percent}%` }} />
    </div>
  );
}
