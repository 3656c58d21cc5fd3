import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSyncStatus } from '#api/sync-status.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { requestLogOut } from '#app/session/log-out-request.ts';
import { freeSpace, freeSpaceTexts } from '#app/storage/free-space.ts';
import { useIsStoragePersistent } from '#app/storage/request-persistent-storage.ts';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import { formatCount } from '#domain/money/money.ts';
import { Fact, Facts } from '#ui/text/Facts.tsx';
import { Section } from '#ui/text/Section.tsx';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { toastError, toastSuccess } from '#ui/toasts/toast.tsx';
import { campaignCountQuery, offerCountQuery, paymentCountQuery } from '../queries.ts';
import classes from '../Settings.module.css';

const refreshMs = 30_000;

const counted = (count: number | undefined) => (count === undefined ? '…' : formatCount(count));

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes as "3.4 MB". */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const unit = units[step];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
    bytes / 1000 ** step,
  );
}

/**
 * Size of this site's data on the device, as estimated by the browser; null if it reports none.
 * @param changed the size is measured again when this value changes
 */
function useStorageSize(changed: unknown): string | null {
  const [size, setSize] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` says when to measure again
  useEffect(() => {
    let current = true;
    void navigator.storage?.estimate?.().then(
      ({ usage }) => {
        if (current && usage !== undefined) setSize(formatSize(usage));
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [changed]);
  return size;
}

/** Offline data on this device: its amount, age and size, and a button that deletes it. */
export function OfflineData() {
  const status = useSyncStatus();
  const size = useStorageSize(status?.syncedAt ?? null);
  const campaigns = useQuery(campaignCountQuery());
  const offers = useQuery(offerCountQuery());
  const payments = useQuery(paymentCountQuery());
  const refresh = useMutation({
    mutationFn: () => sendToWorker({ type: 'refresh-now' }, refreshMs),
    retry: false,
    onSuccess: (reply) => reportRefresh(reply?.ok ? reply.status : null),
  });
  const isKept = useIsStoragePersistent();
  const free = useMutation({
    mutationFn: freeSpace,
    retry: false,
    networkMode: 'always',
    onSuccess: (freed) => (freed === 'done' ? toastSuccess : toastError)(freeSpaceTexts[freed], { id: 'free-space' }),
  });
  if (status === null) {
    return (
      <Section title="Offline data">
        <p className={classes.faint}>
          Nothing is stored on this device. Reload the page while you’re online. Some browsers and private windows don’t
          allow storage.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Offline data">
      <Facts>
        <Fact name="Campaigns">{counted(campaigns.data)}</Fact>
        <Fact name="Offers">{counted(offers.data)}</Fact>
        <Fact name="Payments">{counted(payments.data)}</Fact>
        <Fact name="Last updated">{status.syncedAt === null ? 'Not yet' : <TimeButton at={status.syncedAt} />}</Fact>
        <Fact name="Size on this device">{size ?? 'Unknown'}</Fact>
        {isKept !== null && <Fact name="Kept">{isKept ? 'Until you log out' : 'As long as there is space'}</Fact>}
      </Facts>
      {status.storage !== 'ok' && (
        <p className={classes.problem} role="alert">
          {status.storage === 'full'
            ? 'This device is full, so some data isn’t stored on it. Your waiting actions are safe.'
            : 'This device’s storage isn’t responding, so Afield only works online.'}
        </p>
      )}
      {status.storage === 'ok' && (
        <p className={classes.faint}>
          {status.complete
            ? 'Everything works offline, including tags, analytics and posts. Actions you take offline are sent later.'
            : 'Your data is still downloading. Screens you have opened work offline.'}
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
        This device keeps a copy of your data while you’re logged in. Logging out removes it. Freeing up space removes
        stored videos and pictures and downloads the rest again. Waiting actions are kept.
      </p>
    </Section>
  );
}

function reportRefresh(status: SyncStatus | null): void {
  const id = 'refresh';
  if (status?.online && status.storage === 'ok') toastSuccess('Everything is up to date.', { id });
  else if (status?.online)
    toastError('Couldn’t save the latest data on this device', {
      id,
      detail: 'You can still see the latest data while you’re online.',
    });
  else toastError('Couldn’t refresh', { id, detail: 'You’re offline. Your stored data hasn’t changed.' });
}
