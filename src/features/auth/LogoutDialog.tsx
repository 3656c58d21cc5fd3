import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logOut } from '../../api/log-out.ts';
import { useLogOutRequested, withdrawLogOut } from '../../api/log-out-request.ts';
import { setSyncStatus, useSyncStatus } from '../../api/sync-status.ts';
import { tellWorker } from '../../api/worker-link.ts';
import classes from './LogoutDialog.module.css';

const sendMs = 30_000;

/** Logs out when it is asked for; with decisions that were not sent it asks first, since they would be lost. */
export function LogoutDialog() {
  const requested = useLogOutRequested();
  const count = useSyncStatus()?.actions.length ?? 0;
  const leave = useMutation({ mutationFn: logOut, retry: false });
  const send = useMutation({
    mutationFn: () => tellWorker({ type: 'send-now' }, sendMs),
    retry: false,
    onSuccess: (reply) => {
      if (reply?.ok && reply.status) setSyncStatus(reply.status);
    },
  });
  const { mutate: leaveNow, isIdle } = leave;
  const mustAsk = count > 0;
  useEffect(() => {
    if (requested && !mustAsk && isIdle) leaveNow();
  }, [requested, mustAsk, isIdle, leaveNow]);

  const actions = count === 1 ? '1 decision was' : `${count} decisions were`;
  const busy = leave.isPending || leave.isSuccess;
  return (
    <Modal
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={() => {
        send.reset();
        withdrawLogOut();
      }}
      opened={requested && mustAsk}
      title="Log out?"
    >
      <p>{actions} not sent yet. Logging out removes what is on this device, and they would be lost.</p>
      {send.isSuccess && !busy && (
        <p className={classes.failed} role="alert">
          Not all could be sent. They are kept here, and sent as soon as there is a network.
        </p>
      )}
      <div className={classes.buttons}>
        <Button color="red" disabled={send.isPending} loading={busy} onClick={() => leaveNow()} variant="outline">
          Log out anyway
        </Button>
        <Button disabled={busy} loading={send.isPending} onClick={() => send.mutate()}>
          Send now
        </Button>
      </div>
    </Modal>
  );
}
