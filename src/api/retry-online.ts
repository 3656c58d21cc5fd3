import { useEffect, useRef } from 'react';
import { useOnline } from './online.ts';

/** What could not be had without a network is asked for again when there is one; once each time it comes back. */
export function useRetryOnline(failed: boolean, retry: () => unknown): void {
  const online = useOnline();
  const wasOnline = useRef(online);
  useEffect(() => {
    if (online && !wasOnline.current && failed) void retry();
    wasOnline.current = online;
  }, [online, failed, retry]);
}
