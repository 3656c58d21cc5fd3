import { DraftRefusedError, isMachineError, refusals } from '../state/refused.ts';
import { type CopyOrder, copyMedia } from './copy-media.ts';
import type { DraftMedia } from './media.ts';
import { readMedia } from './read-media.ts';

/** Job of the process: to read a draft, or to copy its pictures and sound into a new file. */
export type MediaOrder = { kind: 'read'; from: string } | ({ kind: 'copy' } & CopyOrder);

/** Answer of the process. `media` is that of the file that was read or written. */
export type MediaAnswer = { isReady: true } | { media: DraftMedia } | { refused: string } | { failed: string };

// A process that reads one draft for the server and can be killed at any moment: what strangers made may hold the library
// up for ever or have it fill the memory. It is given no settings of the server's, and so has no secrets.
const answer = (message: MediaAnswer) => process.send?.(message);

async function fill(order: MediaOrder): Promise<DraftMedia> {
  if (order.kind === 'read') return readMedia(order.from);
  await copyMedia(order);
  return readMedia(order.to);
}

process.on('message', (order: MediaOrder) => {
  fill(order).then(
    (media) => answer({ media }),
    (error: unknown) => {
      if (isMachineError(error)) answer({ failed: error.message });
      else answer({ refused: (error instanceof DraftRefusedError ? error : refusals.broken()).message });
    },
  );
});
// The server is gone, so no one needs the answer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
answer({ isReady: true });
