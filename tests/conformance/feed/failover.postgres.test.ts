import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import { readChanges } from '#server/services/feed/changes.ts';
import { noticeRestore } from '#server/services/feed/feed-history.ts';
import { KnownTotals } from '#server/services/feed/feed-totals.ts';
import { startPair } from '#tests/support/postgres/postgres-pair.ts';
import { world } from '#tests/support/servers/world.ts';

const limit = { timeout: 120_000 };
const expired = { code: 'cursor_expired' };

async function aBrand(db: Database): Promise<string> {
  const brandId = await world(db).brand();
  await world(db).campaign(brandId, { name: 'Tea' });
  return brandId;
}

const rename = (db: Database, brandId: string, name: string) =>
  writeBrand({ db, brandId }, ({ db: tx, revision }) =>
    tx.update(campaigns).set({ name, revision }).where(eq(campaigns.brandId, brandId)),
  );

/** Follows a brand's feed to its end; returns the names of changed campaigns and the last cursor. */
async function follow(db: Database, brandId: string, from?: string): Promise<{ names: unknown[]; cursor: string }> {
  const page = await readChanges(brandScope(db, brandId), from, new KnownTotals());
  const names = page.campaigns.map(({ name }) => name);
  if (!page.more) return { names, cursor: page.cursor };
  const rest = await follow(db, brandId, page.cursor);
  return { names: [...names, ...rest.names], cursor: rest.cursor };
}

test('a failover that loses writes expires only the cursors that have seen them', limit, async () => {
  const { db: before, catchUp, cutStandby, failOver } = await startPair();
  const [ahead, behind] = [await aBrand(before), await aBrand(before)];
  const [aheadAt, behindAt] = [await follow(before, ahead), await follow(before, behind)];
  await catchUp();
  await cutStandby();
  await rename(before, ahead, 'Lost');
  const seen = await follow(before, ahead, aheadAt.cursor);
  expect(seen.names).toEqual(['Lost']);

  const db = await failOver();
  await expect(follow(db, ahead, seen.cursor)).rejects.toMatchObject(expired);
  // The first write reuses the number of the lost one, and the next one goes beyond it.
  for (const name of ['Kept', 'Kept again']) {
    await rename(db, ahead, name);
    await expect(follow(db, ahead, seen.cursor)).rejects.toMatchObject(expired);
    expect((await follow(db, ahead, aheadAt.cursor)).names).toEqual([name]);
  }
  await rename(db, behind, 'Also kept');
  expect((await follow(db, behind, behindAt.cursor)).names).toEqual(['Also kept']);
});

test('pages name the timeline, which changes with a failover', limit, async () => {
  const { db: before, catchUp, failOver } = await startPair();
  const brandId = await aBrand(before);
  const timelineOf = async (db: Database, cursor?: string) =>
    (await readChanges(brandScope(db, brandId), cursor, new KnownTotals())).timeline;
  const { cursor } = await follow(before, brandId);
  const first = await timelineOf(before, cursor);
  await rename(before, brandId, 'Green tea');
  expect(await timelineOf(before)).toBe(first);
  await catchUp();

  // With no write since, the cursor alone can't show it.
  const db = await failOver();
  const second = await timelineOf(db, cursor);
  expect([first, second]).toEqual([expect.stringMatching(/^\w+$/), expect.stringMatching(/^\w+$/)]);
  expect(second).not.toBe(first);
});

test('phones continue where they were after a failover without losses', limit, async () => {
  const { db: before, catchUp, failOver } = await startPair();
  const [written, quiet] = [await aBrand(before), await aBrand(before)];
  await rename(before, written, 'Green tea');
  const [writtenAt, quietAt] = [await follow(before, written), await follow(before, quiet)];
  await catchUp();

  const db = await failOver();
  expect(await noticeRestore(db, '')).toBe(false);
  expect((await follow(db, quiet, quietAt.cursor)).names).toEqual([]);
  await rename(db, written, 'Black tea');
  const on = await follow(db, written, writtenAt.cursor);
  expect(on.names).toEqual(['Black tea']);
  await rename(db, written, 'White tea');
  expect((await follow(db, written, on.cursor)).names).toEqual(['White tea']);
  expect((await follow(db, written, writtenAt.cursor)).names).toEqual(['White tea']);
});
