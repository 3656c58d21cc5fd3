import { Button, Modal } from '@mantine/core';
import classes from '../StepCard.module.css';

interface Props {
  opened: boolean;
  title: string;
  text: string;
  /** Labels of the two buttons: `confirm` names the action, and `keep` cancels. */
  confirm: string;
  keep: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation of a move that ends the offer. */
export const ConfirmDialog = ({ opened, title, text, confirm, keep, onClose, onConfirm }: Props) => (
  <Modal closeButtonProps={{ 'aria-label': 'Close', size: 44 }} onClose={onClose} opened={opened} title={title}>
    <div className={classes.stack}>
      <p>{text}</p>
      <div className={classes.buttons}>
        <Button onClick={onClose} variant="default">
          {keep}
        </Button>
        <Button
          color="red"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </div>
  </Modal>
);
