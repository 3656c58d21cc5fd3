import { saveDraftPoster } from '#contract/creator/creator.ts';
import { posterBackoff } from '#domain/time/backoff.ts';
import { waitOrWake } from '#uploads/pause.ts';
import { isRetryable } from '../data/failure.ts';
import { callCreator } from '../data/http.ts';
import { takeStill } from './take-still.ts';

/** A finished upload waits this long for the still, which continues in the background. */
const maxMs = 8_000;

/** Takes a still of a video, in base64; null if this browser can't. */
export async function stillOf(video: Blob): Promise<string | null> {
  const still = await takeStill(video).catch(() => null);
  if (still === null) return null;
  const bytes = new Uint8Array(await still.arrayBuffer());
  let text = '';
  // Convert in chunks: the arguments of one call must fit on the stack.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

interface SendStillOptions {
  token: string;
  uploadId: string;
  signal: AbortSignal;
}

/** Sends a still with its video, and waits only briefly for it: a video also works without one. */
export const sendStill = (picture: string, sending: SendStillOptions): Promise<void> =>
  Promise.race([send(picture, sending), waitOrWake(maxMs, { atLeastMs: maxMs })]);

async function send(picture: string, { token, uploadId, signal }: SendStillOptions): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await callCreator(saveDraftPoster, { token, signal, body: { uploadId, picture } });
      return;
    } catch (error) {
      const ms = posterBackoff(tries);
      if (signal.aborted || !isRetryable(error) || ms === undefined) return;
      await waitOrWake(ms);
    }
  }
}
