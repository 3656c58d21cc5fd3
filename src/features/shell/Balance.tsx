import type { Brand } from '#contract/brand/brand.ts';
import { formatUsd } from '#domain/money/money.ts';
import { clsx } from '#ui/styles/clsx.ts';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './Balance.module.css';

interface Props {
  brand: Pick<Brand, 'availableBalanceCents' | 'pendingBalanceCents'>;
  /** The sidebar shows the balance if the bar is too narrow. */
  place: 'bar' | 'sidebar';
}

/** Available balance and pending amount. */
export function Balance({ brand, place }: Props) {
  return (
    <dl aria-label="Balance" className={clsx(classes.balance, classes[place])}>
      <div className={classes.available}>
        <dt>{place === 'bar' ? <VisuallyHidden onPhones>Available</VisuallyHidden> : 'Available'}</dt>
        <dd data-debt={brand.availableBalanceCents < 0 || undefined}>{formatUsd(brand.availableBalanceCents)}</dd>
      </div>
      <div className={classes.pending}>
        <dt>Pending</dt>
        <dd>{formatUsd(brand.pendingBalanceCents)}</dd>
      </div>
    </dl>
  );
}
