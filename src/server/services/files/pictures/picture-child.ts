import { readFile, writeFile } from 'node:fs/promises';
import { ApiError } from '#server/errors/api-error.ts';
import { redrawPicture } from './picture.ts';
import type { PictureAnswer, PictureOrder } from './picture-messages.ts';

// A process that redraws pictures for the server and can be killed at any moment: a library that decodes strangers' files
// neither keeps to a limit of time nor can be interrupted. It is given no settings of the server's, and so has no secrets.
const answer = (message: PictureAnswer) => process.send?.(message);

/** Its content is read, and not its path given to the library: an SVG may name the files beside it. */
async function redraw({ from, to }: PictureOrder): Promise<number> {
  const picture = await redrawPicture(await readFile(from));
  await writeFile(to, picture, { mode: 0o600 });
  return picture.length;
}

process.on('message', (order: PictureOrder) => {
  redraw(order).then(
    (sizeBytes) => answer({ sizeBytes }),
    (error: unknown) =>
      answer({ refused: error instanceof ApiError ? { code: error.code, message: error.message } : null }),
  );
});
// The server is gone, so no one needs the picture; a plain exit would finish it first.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
answer({ isReady: true });
