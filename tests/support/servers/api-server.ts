import { afterAll } from 'vitest';
import { startTestServer, type TestServerOptions } from './server.ts';
import { type World, world } from './world.ts';

/**
 * Starts the server of a test file, and closes it after the file's tests. Await it at the file's top level. Its
 * database is empty and its clock is at 2026-03-15T12:00Z, whatever other files of the worker have done.
 */
export async function apiServer(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  const given = world(server.db);
  return {
    server,
    given,
    /** Creates a brand, approved unless `columns` say otherwise, and starts a session for it. */
    async loggedIn(columns: Parameters<World['brand']>[0] = {}): Promise<{ brandId: string; token: string }> {
      const brandId = await given.brand(columns);
      return { brandId, token: (await server.sessionOf(brandId)).accessToken };
    },
  };
}
