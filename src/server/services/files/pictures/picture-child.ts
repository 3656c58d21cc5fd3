import { readFile, writeFile } from 'node:fs/promises';
import { ApiError } from '#server/errors/api-error.ts';
import { redrawPicture } from './picture.ts';
import type { PictureJob, PictureResult } from './picture-messages.ts';

// A child process that redraws pictures for the server and can be killed at any time. The library can't be interrupted while
// it decodes untrusted files, and has no time limit. The process gets none of the server's settings, and so no secrets.
const sendResult = (message: PictureResult) => process.send?.(message);

/** Passes the content to the library, since an SVG opened by its path could load files next to it. */
async function redraw({ from, to }: PictureJob): Promise<number> {
  const picture = await redrawPicture(await readFile(from));
  await writeFile(to, picture, { mode: 0o600 });
  return picture.length;
}

process.on('message', (order: PictureJob) => {
  redraw(order).then(
    (sizeBytes) => sendResult({ sizeBytes }),
    (error: unknown) =>
      sendResult({ refused: error instanceof ApiError ? { code: error.code, message: error.message } : null }),
  );
});
// The server has exited, so the picture isn't needed; a normal exit would finish drawing it first.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
sendResult({ isReady: true });
