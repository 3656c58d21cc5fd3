import { readFileSync } from 'node:fs';
import { is, SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { type NewFigure, storeFigures } from '#server/services/figures/figures.ts';
import { call } from '#tests/support/calls/call.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given, loggedIn } = await apiServer();
let brandId: string;
let token: string;
let campaignId: string;
let postId: string;

beforeEach(async () => {
  ({ brandId, token } = await loggedIn());
  campaignId = await given.campaign(brandId);
  postId = await given.post(brandId, await given.offer(brandId, campaignId, { stageType: 'ONGOING' }));
});

const figure = (day: string, viewCount: number): NewFigure => ({
  ...{ postId, day, viewCount, likeCount: 1, commentCount: 0, shareCount: 0 },
});
const store = (...figures: NewFigure[]) =>
  writeBrand({ db: server.db, brandId }, (writer) => storeFigures(writer, figures, server.clock.now()));
const changes = async (cursor?: string) => (await askChanges(server, token, cursor)).data;

test('the campaign shows the views of the latest day, in any order of arrival', async () => {
  expect(await store(figure('2026-03-03', 30), figure('2026-03-02', 20))).toBe(2);
  expect(await store(figure('2026-03-01', 10))).toBe(1);
  const { data } = await call(server, endpoints.getCampaign, { params: { campaignId }, token });
  expect(data.viewCount).toBe(30);
});

test('unchanged figures write nothing, and a correction reaches the feed', async () => {
  await store(figure('2026-03-02', 20), figure('2026-03-03', 30));
  const { cursor } = await changes();
  expect(await store(figure('2026-03-02', 20), figure('2026-03-03', 30))).toBe(0);
  expect(await changes(cursor)).toMatchObject({ figures: [], posts: [], campaigns: [] });
  expect(await store(figure('2026-03-02', 20), figure('2026-03-03', 28))).toBe(1);
  const changed = await changes(cursor);
  expect(changed.figures).toEqual([{ postId, days: [['2026-03-03', 28, 1, 0, 0]] }]);
  expect(changed.posts.map(({ id }) => id)).toEqual([postId]);
  expect(changed.campaigns.map(({ viewCount }) => viewCount)).toEqual([28]);
});

test('an import with figures of an unknown post, or another brand’s, stores nothing', async () => {
  const other = await given.brand();
  const foreign = await given.post(other, await given.offer(other, await given.campaign(other)));
  for (const strange of [foreign, 'pst_00000000000000000000000000']) {
    await expect(store(figure('2026-03-01', 10), { ...figure('2026-03-01', 20), postId: strange })).rejects.toThrow(
      `Figures of ${strange}, which is no post of ${brandId}`,
    );
  }
  expect((await changes()).figures).toEqual([]);
});

test('no statement writes and also reads a brand’s tables: on a Citus cluster it would read its own changes', async () => {
  const script = readFileSync('docs/distribute.sql', 'utf8');
  const tables = [...script.matchAll(/create_distributed_table\('(\w+)'/g)].map(([, name]) => name);
  const namedBy = (pattern: RegExp, text: string) =>
    [...text.matchAll(pattern)].flatMap(([, name]) => (tables.includes(name) ? [name] : []));
  await store(figure('2026-03-02', 20));
  const statements = await writeBrand({ db: server.db, brandId }, async (writer) => {
    const executed = vi.spyOn(writer.db, 'execute');
    await storeFigures(writer, [figure('2026-03-02', 21), figure('2026-03-04', 30)], server.clock.now());
    return executed.mock.calls.flatMap(([query]) => (is(query, SQL) ? new PgDialect().sqlToQuery(query).sql : []));
  });
  const found = statements.map((text) => ({
    reads: namedBy(/(?<!delete )\b(?:from|join|using) "(\w+)"/g, text),
    writes: namedBy(/\b(?:insert into|update|delete from) "(\w+)"/g, text),
  }));
  expect(found.flatMap(({ reads }) => reads)).toEqual(expect.arrayContaining(['posts', 'daily_figures']));
  expect(found.flatMap(({ writes }) => writes)).toEqual(
    expect.arrayContaining(['posts', 'daily_figures', 'daily_gains']),
  );
  expect(found.filter(({ reads, writes }) => reads.length > 0 && writes.length > 0)).toEqual([]);
});
