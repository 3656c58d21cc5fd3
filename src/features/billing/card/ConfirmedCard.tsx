import { Button } from '@mantine/core';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Billing.module.css';

/** Replaces the card form once its holder has confirmed; pressing the button again resumes the payment. */
export function ConfirmedCard({ busy, onAnother }: { busy: boolean; onAnother: () => void }) {
  return (
    <div className={classes.confirmed}>
      <Icon className={classes.tick} name="check" />
      <span>Your card is confirmed.</span>
      {!busy && (
        <Button onClick={onAnother} variant="subtle">
          Use another card
        </Button>
      )}
    </div>
  );
}
