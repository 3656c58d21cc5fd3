import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '#server/errors/start-error.ts';
import { databaseCodeOf, isDatabaseTrouble } from '#server/errors/trouble.ts';

/** Longer in total than most failovers take. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/** Retries a startup step for half a minute while the database drops connections or is busy. Rethrows other errors at once. */
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
    throw isSilent ? new StartError('the connection to the database at DATABASE_URL keeps breaking') : error;
  });
}
