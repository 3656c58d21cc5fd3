import { ActionIcon } from '@mantine/core';
import { formatCount } from '../../../domain/money.ts';
import { Icon } from '../../../ui/icons.tsx';
import { offersPageSize } from '../queries.ts';
import classes from './Pager.module.css';

interface Props {
  page: number;
  /** How many this page has. */
  shown: number;
  total: number;
  onPage: (page: number) => void;
}

/** "Showing 11-20 of 48 results", with arrows where there is more than one page. */
export function Pager({ page, shown, total, onPage }: Props) {
  const first = (page - 1) * offersPageSize;
  const lastPage = Math.max(1, Math.ceil(total / offersPageSize));
  return (
    <div className={classes.pager}>
      <p aria-live="polite">
        Showing {formatCount(first + 1)}-{formatCount(first + shown)} of {formatCount(total)} results
      </p>
      {lastPage > 1 && (
        <nav aria-label="Pages of offers" className={classes.arrows}>
          <ActionIcon
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
            variant="default"
          >
            <Icon name="back" />
          </ActionIcon>
          <ActionIcon
            aria-label="Next page"
            disabled={page >= lastPage}
            onClick={() => onPage(page + 1)}
            variant="default"
          >
            <Icon name="next" />
          </ActionIcon>
        </nav>
      )}
    </div>
  );
}
