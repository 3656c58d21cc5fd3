import { DraftRefusedError, isMachineError, refusals } from '../state/refused.ts';
import { type CopyOrder, copyMedia } from './copy-media.ts';
import type { DraftMedia } from './media.ts';
import { readMedia } from './read-media.ts';

/** The child process's task: read a draft, or copy its video and audio into a new file. */
export type MediaOrder = { kind: 'read'; from: string } | ({ kind: 'copy' } & CopyOrder);

/** The child process's result. `media` describes the file that was read or written. */
export type MediaAnswer = { isReady: true } | { media: DraftMedia } | { refused: string } | { failed: string };

// A child process that reads one draft for the server and can be killed at any time. Files from strangers may make
// the library hang or exhaust memory. The process gets none of the server's settings, and so no secrets.
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
// The server has exited, so the result isn't needed.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
answer({ isReady: true });
