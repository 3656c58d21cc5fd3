import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useSyncStatus } from '#api/sync-status.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { useHasUnsaved } from '#app/intents/unsaved.ts';
import { endSession } from '#app/session/end-session.ts';
import { freeSpace, freeSpaceTexts } from '#app/storage/free-space.ts';
import { useKeptOut } from '#features/auth/public.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';
import { Icon } from '#ui/media/icons.tsx';
import { clsx } from '#ui/styles/clsx.ts';
import { RelativeTime, useNow } from '#ui/text/RelativeTime.tsx';
import { VisuallyHidden } from '#ui/text/VisuallyHidden.tsx';
import { toastInfo } from '#ui/toasts/toast.tsx';
import { type BannerAction, bannerOf } from './banner.ts';
import { applyUpdate } from './register-worker.ts';
import classes from './SyncBanner.module.css';
import { useUpdate } from './update.ts';

const QueueDrawer = lazyPart(async () => (await import('./QueueDrawer.tsx')).QueueDrawer);
const refreshMs = 10_000;
/** Minimum times, ms. Text shown for a shorter time can't be read, and screen readers would announce it too often. */
const shownMs = 1000;
const announcedMs = 5000;

/**
 * Throttles a value: each value stays for at least `ms`, and is then replaced by the newest.
 * @param key identifies a value. The same key, or the first value after null (no value), is shown immediately
 */
function useSteady<T>(value: T, key: string | null, ms: number): T {
  const [shown, setShown] = useState({ value, key, at: Date.now() });
  useLayoutEffect(() => {
    if (key === shown.key) return;
    const show = () => setShown({ value, key, at: Date.now() });
    // Cap the wait, since the clock may be set back.
    const leftMs = shown.key === null ? 0 : Math.min(shown.at + ms - Date.now(), ms);
    if (leftMs <= 0) {
      show();
      return;
    }
    const timer = setTimeout(show, leftMs);
    return () => clearTimeout(timer);
  }, [value, key, shown, ms]);
  return key === shown.key ? value : shown.value;
}

async function refreshNow(client: QueryClient): Promise<void> {
  const reply = await sendToWorker({ type: 'refresh-now' }, refreshMs);
  // The worker only reports changes, but the user asked to refresh everything on the screen.
  void client.invalidateQueries();
  if (reply?.ok && reply.status && !reply.status.online) {
    toastInfo('Still offline', {
      id: 'refresh',
      detail: 'Your changes are saved on this device and will be sent when you’re back online.',
    });
  }
}

/** State of the local copy in one sentence, with at most one button. Its space is always reserved. */
export function SyncBanner() {
  const client = useQueryClient();
  const status = useSyncStatus();
  const now = useNow();
  const keptOut = useKeptOut();
  const unsaved = useHasUnsaved();
  const update = useUpdate();
  const newest = bannerOf({ status, keptOut, updateReady: update !== null && !unsaved, now });
  const banner = useSteady(newest, newest?.text ?? null, shownMs);
  const text = banner?.text ?? null;
  const announced = useSteady(text, text, announcedMs);
  const [queueOpen, setQueueOpen] = useState(false);

  const openQueue = () => setQueueOpen(true);
  const act: Record<BannerAction, () => void> = {
    review: openQueue,
    view: openQueue,
    'log-in': endSession,
    retry: () => void refreshNow(client),
    refresh: () => void refreshNow(client),
    reload: () => void applyUpdate(),
    'free-space': () => void freeSpace().then((freed) => toastInfo(freeSpaceTexts[freed], { id: 'free-space' })),
  };

  return (
    <div className={clsx(classes.banner, banner && classes[banner.tone])}>
      {/* This region isn't live: the one below announces a shorter text, less often. */}
      <div aria-label="Sync status" aria-live="off" className={classes.status} role="status">
        {banner && (
          <>
            <Icon className={clsx(banner.icon === 'sync' && classes.turning)} name={banner.icon} size={16} />
            <span className={classes.text} title={banner.text}>
              {banner.text}
            </span>
            {banner.age && (
              // Hide the age from screen readers, which would announce it every minute.
              <span aria-hidden="true" className={classes.age}>
                <RelativeTime at={banner.age} />
              </span>
            )}
            {banner.action && (
              <button
                aria-label={banner.action.label}
                className={classes.button}
                onClick={act[banner.action.kind]}
                type="button"
              >
                {banner.action.kind === 'refresh' ? <Icon name="refresh" size={16} /> : banner.action.label}
              </button>
            )}
          </>
        )}
      </div>
      <div aria-atomic="true" aria-live="polite">
        <VisuallyHidden>{announced}</VisuallyHidden>
      </div>
      {banner?.progress !== undefined && (
        <span
          aria-hidden="true"
          className={classes.progress}
          style={{ transform: `scaleX(${Math.max(0.05, banner.progress)})` }}
        />
      )}
      <OnceOpened opened={queueOpen}>
        {(opened) => <QueueDrawer onClose={() => setQueueOpen(false)} opened={opened} />}
      </OnceOpened>
    </div>
  );
}
