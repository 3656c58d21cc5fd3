import { Button } from '@mantine/core';
import { Icon } from '#ui/media/icons.tsx';
import classes from './AddFundsButton.module.css';
import { requestAddFunds } from './add-funds-request.ts';

interface Props {
  /** `bar`: shows only the icon on a phone. */
  place: 'bar' | 'page';
  /** Initial amount in cents, such as a budget's shortfall. The dialog raises it to its minimum. */
  amountCents?: number;
  /** Called before the dialog opens. */
  onPress?: () => void;
}

/** Button that opens the dialog for adding funds. */
export function AddFundsButton({ place, amountCents, onPress }: Props) {
  const press = () => {
    onPress?.();
    requestAddFunds(amountCents);
  };
  if (place === 'page') {
    return (
      <Button leftSection={<Icon name="plus" size={18} />} onClick={press} variant="default">
        Add Funds
      </Button>
    );
  }
  return (
    <button aria-label="Add Funds" className={classes.button} onClick={press} type="button">
      <Icon name="plus" size={18} />
      <span className={classes.words}>Add Funds</span>
    </button>
  );
}
