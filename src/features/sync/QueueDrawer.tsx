import { Button, Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSyncStatus } from '#api/sync-status.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { sendsWhenClosed } from '#app/device/background-sync.ts';
import type { QueuedAction } from '#contract/worker/sync-status.ts';
import { visibleCounts } from '#domain/intents/visible-actions.ts';
import { limits } from '#domain/shared/limits.ts';
import { useActions } from '#features/queue/public.ts';
import { Empty } from '#ui/states/States.tsx';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import classes from './QueueDrawer.module.css';
import { QueuedActionItem } from './QueuedActionItem.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
}

const urgency = { attention: 0, sending: 1, waiting: 2 };

/** Sorts actions: those that need attention first, then by the order of sending. */
const inOrder = (actions: readonly QueuedAction[]) =>
  actions.toSorted((a, b) => urgency[a.state] - urgency[b.state] || Date.parse(a.queuedAt) - Date.parse(b.queuedAt));

/** All unsent actions of this device: opens from the right on wide screens, from the bottom on a phone. */
export function QueueDrawer({ opened, onClose }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const { attention, waiting } = visibleCounts(useSyncStatus());
  const actions = useActions(showsAll && opened);
  const hidden = attention + waiting - actions.length;
  const isSmall = useMediaQuery(breakpoints.wide.below, false);
  const send = useMutation({
    mutationFn: () => sendToWorker({ type: 'send-now' }, limits.requestTimeoutMs),
    retry: false,
  });
  return (
    <Drawer
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
      onClose={onClose}
      opened={opened}
      position={isSmall ? 'bottom' : 'right'}
      size={isSmall ? 'min(88dvh, 640px)' : 400}
      title="Waiting actions"
    >
      {actions.length === 0 ? (
        <Empty detail="All your actions have been sent." icon="check" title="No waiting actions" />
      ) : (
        <ul className={classes.list}>
          {inOrder(actions).map((action) => (
            <QueuedActionItem action={action} key={action.actionId} onLeave={onClose} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button fullWidth onClick={() => setShowsAll(true)} variant="subtle">
          Show {hidden} more
        </Button>
      )}
      {actions.some(({ state }) => state === 'waiting') && (
        <div className={classes.foot}>
          <Button fullWidth loading={send.isPending} onClick={() => send.mutate()} variant="default">
            Send now
          </Button>
          <p>
            {sendsWhenClosed()
              ? 'They’ll be sent automatically when you’re back online, even if you close Afield.'
              : 'They’ll be sent automatically while Afield is open and you’re online.'}
          </p>
        </div>
      )}
    </Drawer>
  );
}
