import { useEffect, useRef } from 'react';
import { useOnline } from '#api/sync-status.ts';

/** Retries a failed read when the network returns; once each time. */
export function useRetryOnline(failed: boolean, retry: () => unknown): void {
  const online = useOnline();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && failed) void retry();
    wasOnline.current = online;
  }, [online, failed, retry]);
}
