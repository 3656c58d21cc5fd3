import { ActionIcon } from '@mantine/core';
import { formatCount } from '#domain/money/money.ts';
import { limits } from '#domain/shared/limits.ts';
import { Icon, type IconName } from '#ui/media/icons.tsx';
import classes from './Pager.module.css';

interface Props {
  page: number;
  /** Number of offers on this page. */
  shown: number;
  total: number;
  /** Called with the step that the user may be about to take, 1 or -1. */
  onApproach: (step: number) => void;
  onTurn: (step: number) => void;
}

interface ArrowProps {
  label: string;
  icon: IconName;
  /** Disabled, but still focusable: a keyboard user who reaches the last page keeps their position. */
  off: boolean;
  onApproach: () => void;
  onClick: () => void;
}

function Arrow({ label, icon, off, onApproach, onClick }: ArrowProps) {
  const approach = () => off || onApproach();
  return (
    <ActionIcon
      aria-disabled={off}
      aria-label={label}
      {...(off ? { 'data-disabled': true } : {})}
      onClick={() => off || onClick()}
      onPointerDown={approach}
      onPointerEnter={approach}
      variant="default"
    >
      <Icon name={icon} />
    </ActionIcon>
  );
}

/** "Showing 11-20 of 48 results", with arrows if there's more than one page. */
export function Pager({ page, shown, total, onApproach, onTurn }: Props) {
  const first = (page - 1) * limits.pageSize.offers;
  const lastPage = Math.max(1, Math.ceil(total / limits.pageSize.offers));
  return (
    <div className={classes.pager}>
      <p aria-live="polite">
        Showing {formatCount(first + 1)}-{formatCount(first + shown)} of {formatCount(total)} results
      </p>
      {lastPage > 1 && (
        <nav aria-label="Pages of offers" className={classes.arrows}>
          <Arrow
            icon="back"
            label="Previous page"
            off={page <= 1}
            onApproach={() => onApproach(-1)}
            onClick={() => onTurn(-1)}
          />
          <Arrow
            icon="next"
            label="Next page"
            off={page >= lastPage}
            onApproach={() => onApproach(1)}
            onClick={() => onTurn(1)}
          />
        </nav>
      )}
    </div>
  );
}
