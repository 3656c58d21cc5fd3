import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncStatus } from '#api/sync-status.ts';
import { tellWorker } from '#api/worker-link.ts';
import { freedWords, freeSpace } from '#app/free-space.ts';
import { useIsStorageKept } from '#app/keep-storage.ts';
import { requestLogOut } from '#app/log-out-request.ts';
import { formatCount } from '#domain/money.ts';
import { Section } from '#ui/Section.tsx';
import { TimeButton } from '#ui/TimeButton.tsx';
import { toastError, toastSuccess } from '#ui/toast.tsx';
import { campaignCountQuery, offerCountQuery, paymentCountQuery } from './queries.ts';
import classes from './Settings.module.css';
import { useStorageSize } from './use-storage-size.ts';

const refreshMs = 30_000;

const counted = (count: number | undefined) => (count === undefined ? '…' : formatCount(count));

/** Data that this device holds for times without a network: how much, how old, how large; and how to be rid of it. */
export function OfflineData() {
  const status = useSyncStatus();
  const size = useStorageSize(status?.syncedAt ?? null);
  const campaigns = useQuery(campaignCountQuery());
  const offers = useQuery(offerCountQuery());
  const payments = useQuery(paymentCountQuery());
  const refresh = useMutation({
    mutationFn: () => tellWorker({ type: 'refresh-now' }, refreshMs),
    retry: false,
    onSuccess: (reply) => {
      const status = reply?.ok ? reply.status : null;
      if (status?.online && status.storage === 'ok') toastSuccess('Everything is up to date.', { id: 'refresh' });
      else if (status?.online)
        toastError('Could not keep what is new on this device', {
          id: 'refresh',
          detail: 'You see it while there is a network.',
        });
      else
        toastError('Could not refresh', {
          id: 'refresh',
          detail: 'There is no network. What is stored stays as it is.',
        });
    },
  });
  const isKept = useIsStorageKept();
  const free = useMutation({
    mutationFn: freeSpace,
    retry: false,
    networkMode: 'always',
    onSuccess: (freed) => (freed === 'done' ? toastSuccess : toastError)(freedWords[freed], { id: 'free-space' }),
  });
  if (status === null) {
    return (
      <Section title="Offline data">
        <p className={classes.faint}>
          Nothing is stored on this device. Afield keeps its data in browsers that allow it to, once the page was loaded
          over a network.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Offline data">
      <dl className={classes.facts}>
        <div>
          <dt>Campaigns</dt>
          <dd>{counted(campaigns.data)}</dd>
        </div>
        <div>
          <dt>Offers</dt>
          <dd>{counted(offers.data)}</dd>
        </div>
        <div>
          <dt>Payments</dt>
          <dd>{counted(payments.data)}</dd>
        </div>
        <div>
          <dt>Last updated</dt>
          <dd>{status.syncedAt === null ? 'Not yet' : <TimeButton at={status.syncedAt} />}</dd>
        </div>
        <div>
          <dt>Size on this device</dt>
          <dd>{size ?? 'Unknown'}</dd>
        </div>
        {isKept !== null && (
          <div>
            <dt>Kept by the browser</dt>
            <dd>{isKept ? 'Until you log out' : 'As long as there is space'}</dd>
          </div>
        )}
      </dl>
      {status.storage !== 'ok' && (
        <p className={classes.problem} role="alert">
          {status.storage === 'full'
            ? 'This device is full: not everything is kept on it. Actions that wait are.'
            : 'This device’s storage doesn’t answer. Afield works only while you’re online until it does.'}
        </p>
      )}
      {status.storage === 'ok' && (
        <p className={classes.faint}>
          {status.complete
            ? 'All of it, with tags, analytics and posts, works without a network. Actions taken then are sent later.'
            : 'The first copy is still being made. What you have opened works without a network.'}
        </p>
      )}
      <div className={classes.buttons}>
        <Button loading={refresh.isPending || status.refreshing} onClick={() => refresh.mutate()} variant="default">
          Refresh now
        </Button>
        <Button loading={free.isPending} onClick={() => free.mutate()} variant="default">
          Free up space
        </Button>
        <Button color="red" onClick={requestLogOut} variant="outline">
          Remove and log out
        </Button>
      </div>
      <p className={classes.faint}>
        While you are logged in, this device keeps a copy. Logging out removes all of it from this device. Free up space
        removes videos and pictures, and makes the rest again; actions that wait stay.
      </p>
    </Section>
  );
}
