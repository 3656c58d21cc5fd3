import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSyncStatus } from '#api/sync-status.ts';
import { sendToWorker } from '#api/worker-link.ts';
import { visibleCounts } from '#domain/intents/visible-actions.ts';
import { limits } from '#domain/shared/limits.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from './InstallHint.module.css';
import type { IosWay } from './ios-way.ts';

const share = (
  <>
    <Icon className={classes.inline} name="share" size={16} /> Share
  </>
);
const steps: Record<IosWay, ReactNode> = {
  share: <>Tap {share}</>,
  dots: (
    <>
      Tap{' '}
      <span aria-label="More" role="img">
        •••
      </span>
      , then {share}
    </>
  ),
  address: <>Tap {share} next to the address</>,
  menu: <>In the browser’s menu, tap {share}</>,
};

/**
 * Steps for installing Afield on an iPhone or iPad. Unsent actions must be sent first, since they would stay in the
 * browser.
 */
export function IosInstall({ way }: { way: IosWay }) {
  const { attention, waiting } = visibleCounts(useSyncStatus());
  const count = attention + waiting;
  const send = useMutation({
    mutationFn: () => sendToWorker({ type: 'send-now' }, limits.requestTimeoutMs),
    retry: false,
  });
  if (count > 0) {
    return (
      <>
        <p>
          You have {count === 1 ? '1 waiting action' : `${count} waiting actions`} in this browser. The installed app
          starts empty, so send or discard {count === 1 ? 'it' : 'them'} first.
        </p>
        {waiting > 0 && (
          <Button
            className={classes.send ?? ''}
            loading={send.isPending}
            onClick={() => send.mutate()}
            size="sm"
            variant="default"
          >
            Send now
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <p>{steps[way]}, then “Add to Home Screen”.</p>
      <p>The installed app starts out empty. Open it while you’re online and log in.</p>
    </>
  );
}
