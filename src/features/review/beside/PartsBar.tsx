import type { SubmissionCheck } from '#domain/review/submission-checks.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './Beside.module.css';
import type { Part, PartIds } from './use-parts.ts';

interface Props {
  /** Empty if the checks need no button. */
  checks: readonly SubmissionCheck[];
  ids: PartIds;
  open: Part | null;
  onOpen: (part: Part | null) => void;
}

/**
 * Opens the brief or the checks below a video, which stays visible. A wide panel shows everything, without this bar.
 */
export function PartsBar({ checks, ids, open, onOpen }: Props) {
  const attention = checks.filter(({ result }) => result === 'attention').length;
  const toggle = (part: Part) => ({
    'aria-expanded': open === part,
    onClick: () => onOpen(open === part ? null : part),
    type: 'button' as const,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div aria-label="About this submission" className={classes.bar} role="group">
      <button aria-controls={ids.brief} {...toggle('brief')}>
        Brief
      </button>
      {checks.length > 0 && (
        <button
          aria-controls={ids.checks}
          aria-label={attention > 0 ? `Checks, ${attention} need attention` : 'Checks'}
          {...toggle('checks')}
        >
          Checks
          {attention > 0 && (
            <span className={classes.count}>
              <Icon name="alert" size={16} />
              {attention}
            </span>
          )}
        </button>
      )}
    </div>
  );
}
