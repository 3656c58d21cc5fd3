import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { limits } from '#domain/shared/limits.ts';
import { Failure, NotStoredYet } from '#ui/states/States.tsx';
import classes from './AuthFrame.module.css';
import { AuthFrame } from './AuthFrame.tsx';
import { GateLoading } from './GateLoading.tsx';
import { accountState, brandQuery } from './queries.ts';
import { KeptOut } from './verification/KeptOut.tsx';

interface Props {
  /** Sync banner, shown above the screens of a brand that can't use the dashboard. */
  banner: ReactNode;
  children: ReactNode;
}

/**
 * Shows the dashboard to verified and approved brands. Other brands see why they can't use it, and are refetched every
 * 15 s.
 */
export function Gate({ banner, children }: Props) {
  const online = useOnline();
  const { data, error, isFetching, refetch } = useQuery({
    ...brandQuery(),
    refetchInterval: ({ state }) =>
      online && state.data !== undefined && accountState(state.data) !== 'open' ? limits.gatePollMs : false,
    refetchIntervalInBackground: false,
  });
  useRetryOnline(data === undefined && error !== null, refetch);

  if (data === undefined) {
    if (error === null) return <GateLoading />;
    return (
      <AuthFrame>
        {error instanceof ApiError && error.code === 'not_available_offline' ? (
          <NotStoredYet detail="You haven’t opened your account on this device yet. Connect to the internet to load it." />
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
  if (accountState(data) === 'open') return children;
  return (
    <div className={classes.underBanner}>
      {banner}
      <KeptOut brand={data} />
    </div>
  );
}
