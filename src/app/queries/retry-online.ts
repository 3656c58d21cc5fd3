import { useEffect, useRef } from 'react';
import { useOnline } from '#api/sync-status.ts';

/** Retries a failed read once whenever the network returns. */
export function useRetryOnline(failed: boolean, retry: () => unknown): void {
  const online = useOnline();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && failed) void retry();
    wasOnline.current = online;
  }, [online, failed, retry]);
}
