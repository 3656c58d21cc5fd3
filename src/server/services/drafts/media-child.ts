import type { DraftMedia } from './media.ts';
import { readMedia } from './read-media.ts';
import { DraftRefusedError, refusals } from './refused.ts';

/** What the process that reads drafts says. */
export type MediaAnswer = { media: DraftMedia } | { refused: string };

const answer = (told: MediaAnswer) => process.send?.(told);

// A process that reads one draft for the server and can be killed at any moment: what strangers made may hold the library
// up for ever or have it fill the memory. It is given no settings of the server's, and so has no secrets.
process.on('message', ({ path }: { path: string }) => {
  readMedia(path).then(
    (media) => answer({ media }),
    (error: unknown) => answer({ refused: (error instanceof DraftRefusedError ? error : refusals.broken()).message }),
  );
});
// The server is gone: nobody waits for the answer.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
