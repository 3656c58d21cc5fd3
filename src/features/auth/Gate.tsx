import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { logOut } from '#app/log-out.ts';
import { useRetryOnline } from '#app/retry-online.ts';
import { limits } from '#domain/limits.ts';
import { Failure, NotStoredYet } from '#ui/States.tsx';
import classes from './AuthFrame.module.css';
import { AuthFrame } from './AuthFrame.tsx';
import { GateLoading } from './GateLoading.tsx';
import { brandQuery, standingOf } from './queries.ts';
import { resendLink } from './resend-link.ts';
import { StatusScreen } from './StatusScreen.tsx';

/** Sends the verification link once more. */
function ResendLink() {
  const { mutate, isPending } = useMutation({ mutationFn: resendLink });
  return (
    <Button loading={isPending} onClick={() => mutate()}>
      Send a new link
    </Button>
  );
}

interface Props {
  /** Banner above the screens of a brand that waits for approval. */
  banner: ReactNode;
  children: ReactNode;
}

/** The dashboard opens to a verified and approved brand; while it is neither, it is asked for every 15 s. */
export function Gate({ banner, children }: Props) {
  const online = useOnline();
  const { data, error, isFetching, refetch } = useQuery({
    ...brandQuery(),
    refetchInterval: ({ state }) =>
      online && state.data !== undefined && standingOf(state.data) !== 'open' ? limits.gatePollMs : false,
    refetchIntervalInBackground: false,
  });
  useRetryOnline(data === undefined && error !== null, refetch);

  if (data === undefined) {
    if (error === null) return <GateLoading />;
    return (
      <AuthFrame>
        {error instanceof ApiError && error.code === 'not_available_offline' ? (
          <NotStoredYet detail="Your account was never opened on this device with a network. It appears here as soon as there is one." />
        ) : (
          <Failure
            detail={messageOf(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
            title="Error loading account, please refresh the page"
          />
        )}
      </AuthFrame>
    );
  }
  const standing = standingOf(data);
  if (standing === 'open') return children;
  return (
    <div className={classes.underBanner}>
      {banner}
      {standing === 'unverified' ? (
        <StatusScreen action={<ResendLink />} icon="mail" onBack={() => void logOut()} title="Verify Your Email">
          We sent a link to {data.email}. Open it to verify your email; this page goes on by itself.
        </StatusScreen>
      ) : (
        <StatusScreen icon="clock" onBack={() => void logOut()} title="Account Under Review">
          Our team is reviewing {data.name}. This page opens your dashboard as soon as it is approved.
        </StatusScreen>
      )}
    </div>
  );
}
