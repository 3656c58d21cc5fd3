import type { SubmissionCheck } from '#domain/review/submission-checks.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './Beside.module.css';

const icons = { met: 'check', attention: 'alert', fact: 'info' } as const;

/** Checks of a submission, each with its result as text. */
export function Checks({ checks }: { checks: readonly SubmissionCheck[] }) {
  return (
    <ul className={classes.checks}>
      {checks.map(({ name, result, text }) => (
        <li data-result={result} key={name}>
          <Icon name={icons[result]} size={18} />
          <span>
            <strong>{name === 'Account' && result === 'attention' ? 'Account not checked.' : `${name}:`}</strong> {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
