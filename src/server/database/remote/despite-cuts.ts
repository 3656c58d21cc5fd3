import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/errors/start-error.ts';
import { databaseCodeOf, isDatabaseTrouble } from '#server/errors/trouble.ts';

/** Together longer than most failovers take. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Repeats a step of the start while the database cuts its connection or is busy, for half a minute. Other errors end it at once.
 */
export async function despiteCuts<T>(step: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await step();
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
    }
    await wait(pauseMs);
  }
  return step().catch((error: unknown) => {
    const isSilent = isDatabaseTrouble(error) && databaseCodeOf(error) === null;
    throw isSilent ? new StartError('the connection to the database at DATABASE_URL breaks again and again') : error;
  });
}
