import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sendForStatus } from '#api/sync-status.ts';
import { withdrawLogOut } from '#app/session/log-out-request.ts';
import { limits } from '#domain/shared/limits.ts';
import { ButtonRow } from '#ui/controls/ButtonRow.tsx';
import classes from './UnsentDialog.module.css';

interface Props {
  opened: boolean;
  count: number;
  /** True while the session is being ended. */
  busy: boolean;
  onLeave: () => void;
}

/** Asks for confirmation before unsent actions are lost, and offers to send them. */
export function UnsentDialog({ opened, count, busy, onLeave }: Props) {
  const send = useMutation({
    mutationFn: () => sendForStatus({ type: 'send-now' }, limits.requestTimeoutMs),
    retry: false,
  });
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={() => {
        send.reset();
        withdrawLogOut();
      }}
      opened={opened}
      title="Log out?"
    >
      <p>
        {count === 1 ? '1 action hasn’t' : `${count} actions haven’t`} been sent yet. Logging out deletes{' '}
        {count === 1 ? 'it' : 'them'} from this device.
      </p>
      {send.isSuccess && !busy && (
        <p className={classes.failed} role="alert">
          Some actions couldn’t be sent. They stay here and will be sent once you’re online.
        </p>
      )}
      <ButtonRow isApart>
        <Button color="red" disabled={send.isPending} loading={busy} onClick={onLeave} variant="outline">
          Log out anyway
        </Button>
        <Button disabled={busy} loading={send.isPending} onClick={() => send.mutate()}>
          Send now
        </Button>
      </ButtonRow>
    </Modal>
  );
}
