import { Button, Modal } from '@mantine/core';
import classes from './Wizard.module.css';

interface Props {
  opened: boolean;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks whether to keep the draft or discard it. */
export function CloseDialog({ opened, onStay, onKeep, onDiscard }: Props) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Keep editing', size: 44 }}
      onClose={onStay}
      opened={opened}
      title="Keep this draft?"
    >
      <p>Your draft is saved on this device, so you can continue where you left off.</p>
      <div className={classes.choices}>
        <Button onClick={onKeep}>Keep draft</Button>
        <Button color="red" onClick={onDiscard} variant="outline">
          Discard draft
        </Button>
      </div>
    </Modal>
  );
}
