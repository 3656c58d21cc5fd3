import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { ApiError, messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { logoutEverywhere, type SessionInfo } from '#contract/account/auth.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Section } from '#ui/text/Section.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { useErrorToast } from '#ui/toasts/use-error-toast.ts';
import classes from './Security.module.css';
import { sessionsQuery } from './sessions.ts';

/** Lists the brand's sessions, with a button that ends all but this one. Hidden if the server has no such endpoint. */
export function Devices() {
  const online = useOnline();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery());
  useRetryOnline(data === undefined && error !== null, refetch);
  const hideError = useErrorToast('devices');
  const end = useMutation({
    onMutate: hideError,
    mutationFn: () => call(logoutEverywhere, {}),
    onSuccess: () => {
      toastSuccess('Logged out of all other devices.', { id: 'devices' });
      return queryClient.invalidateQueries(sessionsQuery());
    },
    onError: (failure) => toastError('Couldn’t log out other devices', { detail: messageOf(failure), id: 'devices' }),
  });
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <Section title="Devices">
      {content()}
      <Button
        color="red"
        disabled={!online || data === undefined || data.every(({ current }) => current)}
        loading={end.isPending}
        onClick={() => end.mutate()}
        variant="outline"
      >
        Log out other devices
      </Button>
    </Section>
  );

  function content() {
    if (data !== undefined) {
      return (
        <ul className={classes.devices}>
          {data.map((session) => (
            <Device key={session.id} {...session} />
          ))}
        </ul>
      );
    }
    if (error !== null) return <p className={classes.faint}>Connect to the internet to see your devices.</p>;
    return (
      <Loading label="Loading devices">
        <SkeletonLines count={2} />
      </Loading>
    );
  }
}

function Device({ userAgent, lastUsedAt, current }: SessionInfo) {
  return (
    <li>
      <strong>{deviceName(userAgent)}</strong>
      <span className={classes.faint}>
        {current ? (
          'This device'
        ) : (
          <>
            Last used <TimeButton at={lastUsedAt} />
          </>
        )}
      </span>
    </li>
  );
}
