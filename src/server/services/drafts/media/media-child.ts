import { DraftRefusedError, isMachineError, refusals } from '../state/refused.ts';
import { type CopyJob, copyMedia } from './copy-media.ts';
import type { DraftMedia } from './media.ts';
import { readMedia } from './read-media.ts';

/** The child process's task: read a draft, or copy its video and audio into a new file. */
export type MediaJob = { kind: 'read'; from: string } | ({ kind: 'copy' } & CopyJob);

/** The child process's result. `media` describes the file that was read or written. */
export type MediaResult = { isReady: true } | { media: DraftMedia } | { refused: string } | { failed: string };

// A child process that reads one draft for the server and can be killed at any time. Files from strangers may make
// the library hang or exhaust memory. The process gets none of the server's settings, and so no secrets.
const sendResult = (message: MediaResult) => process.send?.(message);

async function fill(order: MediaJob): Promise<DraftMedia> {
  if (order.kind === 'read') return readMedia(order.from);
  await copyMedia(order);
  return readMedia(order.to);
}

process.on('message', (order: MediaJob) => {
  fill(order).then(
    (media) => sendResult({ media }),
    (error: unknown) => {
      if (isMachineError(error)) sendResult({ failed: error.message });
      else sendResult({ refused: (error instanceof DraftRefusedError ? error : refusals.broken()).message });
    },
  );
});
// The server has exited, so the result isn't needed.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
sendResult({ isReady: true });
