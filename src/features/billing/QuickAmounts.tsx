import { formatCount } from '#domain/money/money.ts';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import classes from './Billing.module.css';

const dollars = [100, 250, 500, 1000] as const;

interface Props {
  /** The field's value in cents. */
  value: number | null;
  disabled: boolean;
  onChoose: (dollars: number) => void;
}

/** Buttons for common amounts. */
export function QuickAmounts({ value, disabled, onChoose }: Props) {
  return (
    <fieldset className={classes.quick}>
      <legend>
        <VisuallyHidden>Common amounts</VisuallyHidden>
      </legend>
      {dollars.map((each) => (
        <button
          aria-pressed={value === each * 100}
          disabled={disabled}
          key={each}
          onClick={() => onChoose(each)}
          type="button"
        >
          ${formatCount(each)}
        </button>
      ))}
    </fieldset>
  );
}
