import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { parseOfBrand } from '#app/storage/stored-of-brand.ts';

const key = 'afield-watched';
/** Maximum number of submissions remembered; older ones were decided long ago. */
const max = 200;
/** Seconds of a draft that have to be played; a shorter draft has to be played completely. */
const minSeconds = 3;
/** A player may stop this far before its file's stated end. */
const slackSeconds = 0.25;

const storedSchema = v.object({ brandId: v.string(), submissions: v.array(v.string()) });

function readAll(): string[] {
  try {
    return parseOfBrand(storedSchema, localStorage.getItem(key))?.submissions ?? [];
  } catch {
    return [];
  }
}

/** Records that a submission was watched on this device. Logging out deletes this record. */
export function noteWatched(submission: string): void {
  const session = readSession();
  const known = readAll();
  if (!isBrandSession(session) || known.includes(submission)) return;
  try {
    const submissions = [...known, submission].slice(-max);
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, submissions }));
  } catch {
    // If the storage is full or disabled, the brand is asked again.
  }
}

/** True if a submission was watched on this device. */
export const isWatched = (submission: string): boolean => readAll().includes(submission);

/** True once enough of a video has been played: skipping to the end doesn't count. */
export function hasPlayed({ played, duration }: Pick<HTMLVideoElement, 'played' | 'duration'>): boolean {
  let seconds = 0;
  for (let i = 0; i < played.length; i += 1) seconds += played.end(i) - played.start(i);
  return seconds > 0 && seconds >= Math.min(minSeconds, duration - slackSeconds);
}
