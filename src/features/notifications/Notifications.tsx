import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/error.ts';
import { useOnline } from '#api/sync-status.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { Loading, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Section } from '#ui/text/Section.tsx';
import classes from './Notifications.module.css';
import { OtherDevices } from './OtherDevices.tsx';
import { pushQuery } from './queries.ts';
import { ThisDevice } from './ThisDevice.tsx';

interface Props {
  /** True on iPhones and iPads if the app isn't installed, since only installed apps receive pushes there. */
  mustInstall: boolean;
}

/** Devices that receive push notifications, even while Afield is closed. Hidden if the server doesn't send any. */
export function Notifications({ mustInstall }: Props) {
  const online = useOnline();
  const { data, error, failureReason, refetch } = useQuery(pushQuery());
  useRetryOnline(data === undefined && error !== null, refetch);
  if (error instanceof ApiError && error.status === 404) return null;
  return (
    <Section title="Notifications">
      {content()}
      {data !== undefined && !online && (
        <p className={classes.faint}>Connect to the internet to change notifications.</p>
      )}
    </Section>
  );

  function content() {
    if (data !== undefined) {
      return (
        <>
          <ThisDevice mustInstall={mustInstall} online={online} push={data} />
          <OtherDevices devices={data.devices.filter(({ current }) => !current)} online={online} />
        </>
      );
    }
    // Shown once a fetch has failed, or while it can't succeed. Retries continue.
    if (failureReason !== null || !online) return <p>Connect to the internet to see your devices.</p>;
    return (
      <Loading label="Loading notifications">
        <SkeletonLines count={2} />
      </Loading>
    );
  }
}
