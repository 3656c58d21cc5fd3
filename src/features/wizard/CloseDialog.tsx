import { Button, Modal } from '@mantine/core';
import classes from './Wizard.module.css';

interface Props {
  opened: boolean;
  heading: string;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks what becomes of what was typed. */
export function CloseDialog({ opened, heading, onStay, onKeep, onDiscard }: Props) {
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Keep editing', size: 44 }}
      onClose={onStay}
      opened={opened}
      title="Keep this draft?"
    >
      <p>It stays on this device, and {heading} goes on where you left off.</p>
      <div className={classes.choices}>
        <Button onClick={onKeep}>Keep draft</Button>
        <Button color="red" onClick={onDiscard} variant="outline">
          Discard draft
        </Button>
      </div>
    </Modal>
  );
}
