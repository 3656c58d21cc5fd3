import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { parseOfBrand } from '#app/storage/stored-of-brand.ts';

const key = 'afield-watched';
/** The most submissions that are remembered; older ones were decided long ago. */
const most = 200;
/** Seconds of a draft that have to be played, or all of a shorter one. */
const leastSeconds = 3;
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

/** Remembers that a submission was watched on this device. Logging out forgets it. */
export function noteWatched(submission: string): void {
  const session = readSession();
  const known = readAll();
  if (!isBrandSession(session) || known.includes(submission)) return;
  try {
    const submissions = [...known, submission].slice(-most);
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, submissions }));
  } catch {
    // A full or forbidden storage: the brand is asked once more.
  }
}

/** True if a submission was watched on this device. */
export const isWatched = (submission: string): boolean => readAll().includes(submission);

/** True once a player has really played: skipping to the end isn't watching. */
export function hasPlayed({ played, duration }: Pick<HTMLVideoElement, 'played' | 'duration'>): boolean {
  let seconds = 0;
  for (let i = 0; i < played.length; i += 1) seconds += played.end(i) - played.start(i);
  return seconds > 0 && seconds >= Math.min(leastSeconds, duration - slackSeconds);
}
