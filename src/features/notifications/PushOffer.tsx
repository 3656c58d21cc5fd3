import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOnline } from '#api/sync-status.ts';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import classes from './Notifications.module.css';
import { pushPermission } from './permission.ts';
import { pushQuery } from './queries.ts';
import { subscribeErrorText, subscribeThisDevice } from './this-device.ts';

/**
 * Set in local storage once this device has been offered notifications. It survives a logout, since the device stays
 * the same.
 */
const offeredKey = 'afield-push-offered';

/** Browsers with storage disabled can't remember the user's choice, so don't ask there. */
function mayOffer(): boolean {
  try {
    return localStorage.getItem(offeredKey) === null && pushPermission() === 'default';
  } catch {
    return false;
  }
}

/**
 * Offers notifications once per device, after a decision, when their purpose is clear. The browser asks for permission
 * only after the tap. The settings page has the same switch.
 */
export function PushOffer() {
  const online = useOnline();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(mayOffer);
  const isShown = isOpen && online;
  useEffect(() => {
    if (isShown) localStorage.setItem(offeredKey, new Date().toISOString());
  }, [isShown]);
  const subscribe = useMutation({
    mutationFn: () => subscribeThisDevice(async () => (await queryClient.fetchQuery(pushQuery())).publicKey, null),
    onSuccess: () => {
      toastSuccess('Notifications are on for this device');
      setOpen(false);
      return queryClient.invalidateQueries(pushQuery());
    },
    onError: (error) => toastError('Couldn’t turn on notifications', { detail: subscribeErrorText(error), id: 'push' }),
  });
  if (!isShown) return null;
  return (
    <section aria-label="Notifications" className={classes.offer}>
      <p>Get notified when a draft or link is ready to review?</p>
      <div className={classes.answers}>
        <Button loading={subscribe.isPending} onClick={() => subscribe.mutate()} variant="default">
          Turn on notifications
        </Button>
        <Button disabled={subscribe.isPending} onClick={() => setOpen(false)} variant="subtle">
          No, thanks
        </Button>
      </div>
    </section>
  );
}
