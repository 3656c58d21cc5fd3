import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#api/error.ts';
import type { getPush, QuietTime } from '#contract/account/push.ts';
import type { ResponseOf } from '#contract/wire/endpoint.ts';
import { toastError } from '#ui/toasts/toast.tsx';
import { usePushPermission } from './permission.ts';
import { QuietHours } from './QuietHours.tsx';
import { pushQuery } from './queries.ts';
import { subscribeErrorText, subscribeThisDevice, turnOff } from './this-device.ts';

interface Props {
  push: ResponseOf<typeof getPush>;
  mustInstall: boolean;
  online: boolean;
}

/** State of notifications on this device, and the one action available. */
export function ThisDevice({ push, mustInstall, online }: Props) {
  const permission = usePushPermission();
  const own = push.devices.find(({ current }) => current);
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries(pushQuery());
  const subscribe = useMutation({
    mutationFn: (quietTime: QuietTime | null) => subscribeThisDevice(async () => push.publicKey, quietTime),
    onSettled,
    onError: (error) => toastError('Couldn’t turn on notifications', { detail: subscribeErrorText(error), id: 'push' }),
  });
  // TanStack Query reports the mutation with a slight delay; without this the switch would flicker.
  const [chosen, setChosen] = useState<{ quietTime: QuietTime | null } | null>(null);
  const choose = (quietTime: QuietTime | null) => {
    setChosen({ quietTime });
    subscribe.mutate(quietTime, { onSettled: () => setChosen(null) });
  };
  const end = useMutation({
    mutationFn: turnOff,
    onSettled,
    onError: (error) => toastError('Couldn’t turn off notifications', { detail: messageOf(error), id: 'push' }),
  });

  if (mustInstall)
    return (
      <p>
        Add Afield to your home screen first. On iPhones and iPads, only installed apps can send notifications. See
        “This app” for the steps.
      </p>
    );
  if (permission === 'unsupported') return <p>This browser doesn’t support notifications while Afield is closed.</p>;
  if (permission === 'denied')
    return (
      <p>
        Notifications from Afield are blocked in this browser. Allow them in its settings for this site, then come back
        here.
      </p>
    );
  if (own === undefined || permission === 'default')
    return (
      <>
        <p>Get a notification when a creator sends a draft or link, even when Afield is closed.</p>
        <Button
          disabled={!online}
          loading={subscribe.isPending}
          onClick={() => subscribe.mutate(own?.quietTime ?? null)}
        >
          Turn on notifications
        </Button>
      </>
    );
  return (
    <>
      <p>Notifications are on for this device.</p>
      <QuietHours
        disabled={!online || subscribe.isPending}
        onChange={choose}
        // Show the chosen value immediately, since the server's response may be slow.
        value={(chosen ?? own).quietTime}
      />
      <Button disabled={!online} loading={end.isPending} onClick={() => end.mutate(own.id)} variant="default">
        Turn off
      </Button>
    </>
  );
}
