import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '#api/error.ts';
import type { PushDevice } from '#contract/account/push.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import classes from './Notifications.module.css';
import { pushQuery } from './queries.ts';
import { removeDevice } from './this-device.ts';

/** The brand's other devices with push notifications, each removable. */
export function OtherDevices({ devices, online }: { devices: readonly PushDevice[]; online: boolean }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: removeDevice,
    onSettled: () => queryClient.invalidateQueries(pushQuery()),
    onError: (error) => toastError('Couldn’t remove the device', { detail: messageOf(error), id: 'push-device' }),
  });
  if (devices.length === 0) return null;
  return (
    <>
      <p className={classes.faint}>Also on:</p>
      <ul className={classes.devices}>
        {devices.map(({ id, userAgent }) => (
          <li key={id}>
            <strong>{deviceName(userAgent)}</strong>
            <Button
              aria-label={`Remove ${deviceName(userAgent)}`}
              disabled={!online || (remove.isPending && remove.variables === id)}
              onClick={() => remove.mutate(id)}
              size="sm"
              variant="default"
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
