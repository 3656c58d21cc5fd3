import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSyncStatus } from '#api/sync-status.ts';
import { logOut } from '#app/session/log-out.ts';
import { useLogOutRequested } from '#app/session/log-out-request.ts';
import { visibleCounts } from '#domain/intents/visible-actions.ts';
import { lazyPart } from '#ui/loading/lazy-part.ts';
import { OnceOpened } from '#ui/loading/OnceOpened.tsx';

const UnsentDialog = lazyPart(async () => (await import('./UnsentDialog.tsx')).UnsentDialog);

/** Logs out on request. It asks for confirmation first if there are unsent decisions, which would be lost. */
export function LogoutDialog() {
  const requested = useLogOutRequested();
  const { attention, waiting } = visibleCounts(useSyncStatus());
  const count = attention + waiting;
  const leave = useMutation({ mutationFn: logOut, retry: false });
  const { mutate: leaveNow, isIdle } = leave;
  const mustAsk = count > 0;
  const asks = requested && mustAsk;
  useEffect(() => {
    if (requested && !mustAsk && isIdle) leaveNow();
  }, [requested, mustAsk, isIdle, leaveNow]);
  return (
    <OnceOpened opened={asks}>
      {(opened) => (
        <UnsentDialog
          busy={leave.isPending || leave.isSuccess}
          count={count}
          onLeave={() => leaveNow()}
          opened={opened}
        />
      )}
    </OnceOpened>
  );
}
