import { eq } from 'drizzle-orm';
import type { Changes } from '#contract/calls/changes.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables/tables.ts';
import type { TestServer } from '../servers/server.ts';
import { call } from './call.ts';

type Server = Pick<TestServer, 'app'>;

/** Requests a page of a brand's changes, after a cursor or from the beginning. */
export const askChanges = (server: Server, token: string, cursor?: string) =>
  call(server, endpoints.getChanges, { token, query: cursor === undefined ? {} : { cursor } });

/** Reads all pages of a brand's changes, after a cursor or from the beginning. */
export async function* changePages(server: Server, token: string, from?: string): AsyncGenerator<Changes> {
  for (let [cursor, more] = [from, true]; more; ) {
    const { data } = await askChanges(server, token, cursor);
    yield data;
    ({ cursor, more } = data);
  }
}

/** Revision of a brand, which grows with each write. */
export async function revisionOf(db: Database, brandId: string): Promise<number> {
  const [brand] = await db.select({ revision: brands.revision }).from(brands).where(eq(brands.id, brandId));
  if (brand === undefined) throw new Error(`No brand ${brandId}`);
  return brand.revision;
}
