import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

type Browser = Pick<Runtime, 'connection' | 'isDataSaver'>;

/** The policy if the user hasn't chosen one. */
export function defaultPolicy({ connection, isDataSaver }: Browser): DownloadPolicy {
  if (isDataSaver()) return 'never';
  return connection() === 'unknown' ? 'always' : 'wifi';
}

/** True if drafts may be downloaded now. Data saving in the browser disables downloads regardless of the policy. */
export function mayDownload(policy: DownloadPolicy, { connection, isDataSaver }: Browser): boolean {
  if (isDataSaver()) return false;
  return policy === 'always' || (policy === 'wifi' && connection() === 'wifi');
}
