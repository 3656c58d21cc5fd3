import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

type Browser = Pick<Runtime, 'connection' | 'isDataSaver'>;

/** The policy where the user has chosen none. */
export function defaultPolicy({ connection, isDataSaver }: Browser): DownloadPolicy {
  if (isDataSaver()) return 'never';
  return connection() === 'unknown' ? 'always' : 'wifi';
}

/** True if drafts may be downloaded now. A user who asked the browser for less data gets none, whatever was chosen before. */
export function mayDownload(policy: DownloadPolicy, { connection, isDataSaver }: Browser): boolean {
  if (isDataSaver()) return false;
  return policy === 'always' || (policy === 'wifi' && connection() === 'wifi');
}
