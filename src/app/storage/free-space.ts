import { sendForStatus } from '#api/sync-status.ts';

/** Long timeout, since the worker also rebuilds the local copy. */
const remakeMs = 30_000;

/** Result of freeing space: the browser may still report the storage as full. */
export type FreeSpaceResult = 'done' | 'still-full' | 'failed';

export const freeSpaceTexts: Record<FreeSpaceResult, string> = {
  done: 'Space freed. Videos and pictures load again when you view them.',
  'still-full': 'This device is still full. Delete something else from it.',
  failed: 'Couldn’t free up space. Please try again.',
};

/**
 * Deletes local data that the server has, too: videos, pictures and, when online, the local copy, which is then fetched
 * again.
 */
export async function freeSpace(): Promise<FreeSpaceResult> {
  const reply = await sendForStatus({ type: 'free-space' }, remakeMs);
  if (!reply?.ok) return 'failed';
  return reply.status?.storage === 'full' ? 'still-full' : 'done';
}
