import { setSyncStatus } from './sync-status.ts';
import { tellWorker } from './worker-link.ts';

/** The copy is made again meanwhile. */
const timeoutMs = 30_000;

/** How it went: the browser may have as little room afterwards as before. */
export type Freed = 'done' | 'still-full' | 'failed';

export const freedWords: Record<Freed, string> = {
  done: 'There is room again. Videos and pictures are loaded again when you look at them.',
  'still-full': 'This device is still full. Remove something else from it.',
  failed: 'Could not free up space. Please try again.',
};

/** Drops what is on this device and on the server too: videos, pictures and, with a network, the copy, which is made again. */
export async function freeSpace(): Promise<Freed> {
  const reply = await tellWorker({ type: 'free-space' }, timeoutMs);
  if (!reply?.ok) return 'failed';
  if (reply.status) setSyncStatus(reply.status);
  return reply.status?.storage === 'full' ? 'still-full' : 'done';
}
