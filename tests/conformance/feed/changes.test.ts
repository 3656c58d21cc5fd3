import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '#contract/calls/changes.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { dailyFigures } from '#server/database/tables/figure-tables.ts';
import { brands, campaigns, offers, removals } from '#server/database/tables/tables.ts';
import { pruneRemovals } from '#server/services/feed/changes.ts';
import { readCursor, writeCursor } from '#server/services/feed/feed-cursor.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { acceptEvidence, updateCampaign } = endpoints;
const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
});

const ask = (cursor?: string, as = token) => askChanges(server, as, cursor);

/** A phone's records after following the feed: the last version of each id. */
class Phone {
  readonly records = new Map<string, unknown>();
  pages = 0;
  cursor: string | undefined;

  async follow(): Promise<this> {
    for (let more = true; more; ) {
      const { status, data } = await ask(this.cursor);
      expect(status).toBe(200);
      this.take(data);
      more = data.more;
    }
    return this;
  }

  private take(changes: Changes) {
    this.pages += 1;
    this.cursor = changes.cursor;
    if (changes.brand) this.records.set('brand', changes.brand);
    for (const kind of ['campaigns', 'offers', 'payments', 'posts'] as const) {
      for (const record of changes[kind]) this.records.set(record.id, record);
    }
    for (const { postId, days } of changes.figures) {
      for (const figure of days) this.records.set(`${postId} ${figure[0]}`, figure);
    }
    for (const { id } of changes.removed) this.records.delete(id);
  }
}

describe('following the feed', () => {
  test('returns everything in the first sync, and nothing in the next, in under a kilobyte', async () => {
    const campaignId = await given.campaign(brandId);
    const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
    const postId = await given.post(brandId, offerId);
    await given.figures(brandId, postId, [
      ['2026-03-02', 5, 1, 0, 0],
      ['2026-03-03', 9, 1, 1, 0],
    ]);
    const paymentId = await given.payment(brandId);
    const phone = await new Phone().follow();
    const days = [`${postId} 2026-03-02`, `${postId} 2026-03-03`];
    expect([...phone.records.keys()].sort()).toEqual(['brand', campaignId, offerId, postId, paymentId, ...days].sort());
    const quiet = await ask(phone.cursor);
    expect(quiet.data).toMatchObject({ more: false, brand: null, campaigns: [], offers: [], figures: [] });
    expect(quiet.text.length).toBeLessThan(1_000);
    expect(quiet.data.cursor).toBe(phone.cursor);
  });

  test('later syncs return only changes', async () => {
    const campaignId = await given.campaign(brandId, { unread: true });
    const offerId = await given.offer(brandId, campaignId);
    const seen = await given.submission(brandId, offerId);
    const { cursor } = await new Phone().follow();
    await call(server, updateCampaign, { params: { campaignId }, body: { unread: false }, token, key: newKey() });
    const first = (await ask(cursor)).data;
    expect([first.campaigns.map(({ unread }) => unread), first.offers, first.brand]).toEqual([[false], [], null]);
    await call(server, acceptEvidence, { params: { id: offerId }, token, key: newKey(), ifMatch: seen });
    const second = (await ask(first.cursor)).data;
    expect([second.campaigns, second.offers.map(({ currentStage }) => currentStage.type)]).toEqual([
      [],
      ['SUBMIT_EVIDENCE'],
    ]);
  });

  test('a removed row is reported as removed', async () => {
    const campaignId = await given.campaign(brandId);
    const phone = await new Phone().follow();
    await writeBrand({ db: server.db, brandId }, async (writer) => {
      await writer.db.delete(campaigns).where(writer.own(campaigns, eq(campaigns.id, campaignId)));
      await writer.db.insert(removals).values({ brandId, kind: 'campaign', id: campaignId, revision: writer.revision });
    });
    expect((await ask(phone.cursor)).data.removed).toEqual([{ kind: 'campaign', id: campaignId }]);
    await phone.follow();
    expect([...phone.records.keys()]).toEqual(['brand']);
  });

  test('returns thousands of rows of one revision page by page, each once', async () => {
    const campaignId = await given.campaign(brandId);
    const offerId = await given.offer(brandId, campaignId, { stageType: 'ONGOING' });
    const postIds = [await given.post(brandId, offerId), await given.post(brandId, offerId)];
    const start = Date.UTC(2015, 0, 1);
    const dayAt = (i: number) => new Date(start + i * 86_400_000).toISOString().slice(0, 10);
    await createMonthPartitions(
      server.db,
      Array.from({ length: 3_000 }, (_, i) => dayAt(i)),
    );
    await writeBrand({ db: server.db, brandId }, async ({ db, revision }) => {
      const rows = postIds.flatMap((postId) =>
        Array.from({ length: 3_000 }, (_, i) => ({
          ...{ brandId, postId, day: dayAt(i), viewCount: i, likeCount: 0, commentCount: 0, shareCount: 0, revision },
        })),
      );
      for (let i = 0; i < rows.length; i += 2_000) await db.insert(dailyFigures).values(rows.slice(i, i + 2_000));
    });
    const phone = await new Phone().follow();
    expect(phone.records.size).toBe(6_000 + 5);
    expect(phone.pages).toBe(2);
  });

  test('no change is missed during concurrent writes', async () => {
    const campaignId = await given.campaign(brandId);
    const ids = await Promise.all(Array.from({ length: 12 }, () => given.offer(brandId, campaignId)));
    const phone = new Phone();
    let writing = true;
    const writers = ids.map(async (id) => {
      for (let round = 1; round <= 6; round += 1) {
        await writeBrand({ db: server.db, brandId }, async (writer) => {
          await writer.db
            .update(offers)
            .set({ finalPostUrl: `round-${round}`, revision: writer.revision })
            .where(writer.own(offers, eq(offers.id, id)));
        });
      }
    });
    const done = Promise.all(writers).finally(() => {
      writing = false;
    });
    while (writing) await phone.follow();
    await done;
    await phone.follow();
    const stale = ids.filter((id) => (phone.records.get(id) as { finalPostUrl: string }).finalPostUrl !== 'round-6');
    expect(stale).toEqual([]);
  });
});

describe('a cursor', () => {
  test.each(['x', 'e30', '!!', 'null', Buffer.from('[1,"e",1.5,0,""]').toString('base64url')])(
    'with the value %s is refused with 400',
    async (cursor) => {
      const { status, error } = await ask(cursor);
      expect([status, error?.code]).toEqual([400, 'invalid_request']);
    },
  );

  test('of another brand has expired (410)', async () => {
    const { cursor } = await new Phone().follow();
    const { token: otherToken } = await loggedIn();
    const { status, error } = await ask(cursor, otherToken);
    expect([status, error?.code]).toEqual([410, 'cursor_expired']);
  });

  test('from before a purged removal has expired, and one from after it hasn’t', async () => {
    await given.campaign(brandId);
    const before = (await new Phone().follow()).cursor;
    await writeBrand({ db: server.db, brandId }, async ({ db, revision }) => {
      await db.insert(removals).values({ brandId, kind: 'offer', id: 'off_gone', revision, removedAt: new Date(0) });
    });
    const after = (await new Phone().follow()).cursor;
    await pruneRemovals(server.db, new Date(200 * 86_400_000));
    expect((await ask(before)).status).toBe(410);
    expect((await ask(after)).status).toBe(200);
  });

  test('continues a first sync of several pages, however much was purged before it started', async () => {
    const campaignId = await given.campaign(brandId);
    for (let i = 0; i < 3; i += 1) await given.offer(brandId, campaignId);
    const stale = (await ask()).data.cursor;
    await writeBrand({ db: server.db, brandId }, async ({ db, revision }) => {
      await db.insert(removals).values({ brandId, kind: 'offer', id: 'off_gone', revision, removedAt: new Date(0) });
    });
    await pruneRemovals(server.db, new Date(200 * 86_400_000));
    const parsed = readCursor((await ask()).data.cursor);
    // The cursor is as after a first page that ended with the brand's first records.
    const amid = writeCursor({ ...parsed, revision: 1 });
    expect((await ask(amid)).status).toBe(200);
    expect((await ask(writeCursor({ ...readCursor(stale), revision: 1 }))).status).toBe(410);
  });

  test('from a database that was restored has expired', async () => {
    await given.campaign(brandId);
    const { cursor } = await new Phone().follow();
    await server.db.update(brands).set({ revision: 1 }).where(eq(brands.id, brandId));
    expect((await ask(cursor)).status).toBe(410);
  });
});
