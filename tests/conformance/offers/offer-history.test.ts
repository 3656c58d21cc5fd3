import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { rowsOf } from '#server/database/database.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { migrationsDir } from '#server/paths.ts';
import { endLeftoverOffers, expireOverdueOffers } from '#server/services/campaigns/due-offers.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { askChanges, changePages } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();

test('a brand’s decision is in the offer’s history, and the same in the response, the list and the change feed', async () => {
  const { brandId, token } = await loggedIn();
  const offerId = await given.offer(brandId, await given.campaign(brandId));
  const fulfillmentId = await given.submission(brandId, offerId);
  const { cursor } = (await askChanges(server, token)).data;
  const params = { id: offerId };
  const answer = await call(server, endpoints.acceptEvidence, { token, params, key: newKey(), ifMatch: fulfillmentId });
  const at = server.clock.now().toISOString();
  expect(answer.data.history).toEqual([{ move: 'approve', by: 'brand', at, stage: 'SUBMIT_EVIDENCE' }]);
  expect((await call(server, endpoints.getOffer, { token, params })).data).toEqual(answer.data);
  expect((await call(server, endpoints.listOffers, { token, query: {} })).data.data).toEqual([answer.data]);
  expect((await askChanges(server, token, cursor)).data.offers).toEqual([answer.data]);
  const [row] = await server.db.select().from(offerMoves).where(eq(offerMoves.offerId, offerId));
  expect(row).toMatchObject({ fromStage: 'AWAITING_EVIDENCE_CLEARANCE', fulfillmentId });
});

test('overdue offers of all brands expire once, and phones and badges are updated', async () => {
  const now = server.clock.now();
  const daysAgo = (days: number) => ({ stageEnteredAt: new Date(now.getTime() - days * 86_400_000) });
  const brandIds = [await given.brand(), await given.brand()];
  const overdue: string[] = [];
  for (const brandId of brandIds) {
    const campaignId = await given.campaign(brandId, { unread: false });
    overdue.push(await given.offer(brandId, campaignId, { stageType: 'OFFERED', ...daysAgo(3) }));
    overdue.push(await given.offer(brandId, campaignId, { stageType: 'SUBMIT_ADDRESS', ...daysAgo(7) }));
    await given.offer(brandId, campaignId, { stageType: 'OFFERED', ...daysAgo(2.9) });
    await given.offer(brandId, campaignId, { stageType: 'SUBMIT_EVIDENCE', ...daysAgo(6.9) });
    await given.offer(brandId, campaignId, { stageType: 'AWAITING_PACKAGE', ...daysAgo(30) });
    await given.offer(brandId, campaignId, {
      stageType: 'OFFERED',
      invalidationType: 'ADMIN_INVALIDATED',
      ...daysAgo(30),
    });
  }
  const token = (await server.sessionOf(brandIds[0] as string)).accessToken;
  const { cursor } = (await askChanges(server, token)).data;
  const counts = await Promise.all([1, 2, 3].map(() => expireOverdueOffers(server.db, now)));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(4);
  const changed = (await askChanges(server, token, cursor)).data;
  expect(changed.offers.map(({ id }) => id).sort()).toEqual(overdue.slice(0, 2).sort());
  for (const offer of changed.offers) {
    expect(offer).toMatchObject({ currentStage: { type: 'INVALIDATED' }, invalidationType: 'EXPIRED' });
    expect(offer.history).toEqual([{ move: 'expire', by: 'clock', at: now.toISOString(), stage: 'INVALIDATED' }]);
  }
  expect(changed.campaigns.map(({ unread }) => unread)).toEqual([true]);
});

const offerOf = ({ offerId }: { offerId: string }) => offerId;

test('an older database gets the history implied by its rows, and phones sync it', async () => {
  const { db } = server;
  await seedDemo(db, { now: server.clock.now() });
  const [demo] = await db.select().from(brands).where(eq(brands.email, demoLogin.email));
  const isDemo = eq(offerMoves.brandId, demo?.id ?? '');
  const history = () =>
    db.select().from(offerMoves).where(isDemo).orderBy(asc(offerMoves.offerId), asc(offerMoves.sequence));
  const whole = await history();
  // Offers cleared by the demo's settlements have moves that don't follow from their rows.
  const cleared = new Set(whole.filter(({ move, by }) => move === 'clear-earning' && by === 'clock').map(offerOf));
  const isDerivable = (row: (typeof whole)[number]) => !cleared.has(offerOf(row));
  const seeded = whole.filter(isDerivable);
  expect(cleared.size).toBeGreaterThan(0);
  expect(new Set(seeded.map(({ move }) => move)).size).toBeGreaterThan(10);
  const { data: session } = await call(server, endpoints.login, { body: demoLogin });
  const token = session.accessToken;
  /** All offers in the feed after a cursor. */
  const follow = async (from: string | undefined) => {
    const changed: string[] = [];
    let cursor = from;
    for await (const page of changePages(server, token, from)) {
      changed.push(...page.offers.map(({ id }) => id));
      cursor = page.cursor;
    }
    return { changed: new Set(changed), cursor };
  };
  const { changed: all, cursor } = await follow(undefined);

  await db.delete(offerMoves).where(isDemo);
  const statements = readFileSync(join(migrationsDir(), '0011_moves.sql'), 'utf8').split('--> statement-breakpoint');
  const toRun = statements.filter((statement) => /^\s*(--[^\n]*\n)?(INSERT|UPDATE)/.test(statement));
  expect(toRun).toHaveLength(3);
  for (const statement of toRun) await db.execute(sql.raw(statement));
  expect((await history()).filter(isDerivable)).toEqual(seeded);
  expect((await follow(cursor)).changed).toEqual(all);
});

test('each offer’s history ends at its current stage, except for invalidated ones', async () => {
  const { db } = server;
  await seedDemo(db, { now: server.clock.now() });
  const rows = await rowsOf(
    db,
    sql`select o.id, o.stage_type, m.to_stage from offers o join brands b on b.id = o.brand_id
      left join lateral (select to_stage from offer_moves where brand_id = o.brand_id and offer_id = o.id
        order by sequence desc limit 1) m on true
      where b.email = ${demoLogin.email} and o.stage_type is distinct from m.to_stage
        and not (o.stage_type = 'SUBMIT_EVIDENCE' and m.to_stage = 'OFFERED')`,
  );
  expect(rows).toEqual([]);
  // In its first two hours, a new demo has no automatic expiries.
  const inTwoHours = new Date(server.clock.now().getTime() + 2 * 3_600_000);
  expect([await expireOverdueOffers(db, inTwoHours), await endLeftoverOffers(db, inTwoHours)]).toEqual([0, 0]);
});
