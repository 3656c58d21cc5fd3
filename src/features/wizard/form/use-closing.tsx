import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { closeWizard } from '#app/shell/wizard-request.ts';
import classes from '../Wizard.module.css';

interface Closing {
  /** Closes the wizard. If something was typed, asks first whether to keep the draft or discard it. */
  close: () => void;
  /** The question, to render in the wizard. */
  dialog: ReactNode;
}

/** Closes the wizard without losing its draft by accident. */
export function useClosing({ changed, drop }: { changed: boolean; drop: () => void }): Closing {
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    drop();
    closeWizard();
  };
  return {
    close() {
      if (changed) setAsking(true);
      else discard();
    },
    dialog: (
      <Modal
        closeButtonProps={{ 'aria-label': 'Keep editing', size: 44 }}
        onClose={() => setAsking(false)}
        opened={isAsking}
        title="Keep this draft?"
      >
        <p>Your draft is saved on this device, so you can continue where you left off.</p>
        <div className={classes.choices}>
          <Button onClick={closeWizard}>Keep draft</Button>
          <Button color="red" onClick={discard} variant="outline">
            Discard draft
          </Button>
        </div>
      </Modal>
    ),
  };
}
