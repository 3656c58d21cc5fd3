import { setTimeout as wait } from 'node:timers/promises';
import { startupBackoff } from '#domain/time/backoff.ts';
import { StartError } from '#server/errors/start-error.ts';
import { databaseCodeOf, isDatabaseTrouble } from '#server/errors/trouble.ts';

/** Retries a startup step for half a minute while the database drops connections or is busy. Rethrows other errors at once. */
export async function despiteCuts<T>(step: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    const pauseMs = startupBackoff(failures);
    if (pauseMs === undefined) break;
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
