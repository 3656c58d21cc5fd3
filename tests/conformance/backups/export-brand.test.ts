import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { bytesOf, readArchive } from '#server/backup/archive/archive-reader.ts';
import { verifyBackup, verifyExport } from '#server/backup/archive/verify.ts';
import { writeBrandExport } from '#server/backup/brand/export-brand.ts';
import { importBrand } from '#server/backup/brand/import-brand.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import type { Database } from '#server/database/database.ts';
import { newestMigration } from '#server/database/migrate.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { earnings, ledgerLines, payouts } from '#server/database/tables/ledger-tables.ts';
import { postNames } from '#server/database/tables/post-tables.ts';
import { brands, campaigns, creators, offers, tags } from '#server/database/tables/tables.ts';
import { demoLogin } from '#server/demo/accounts.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { recordPayout } from '#server/services/admin/payouts/payouts.ts';
import { auditLedger } from '#server/services/ledger/payments/ledger-audit.ts';
import { call } from '#tests/support/calls/call.ts';
import { everyRow } from '#tests/support/postgres/every-row.ts';
import { oneOfEach } from '#tests/support/postgres/one-of-each.ts';
import { runCommand } from '#tests/support/postgres/restored-server.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { everyFile, storesOf } from '#tests/support/servers/backed-up.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

const folder = newFolder(afterAll);
const [source, target] = [await apiServer(), await apiServer()];
const now = source.server.clock.now();
const filesUrl = 'https://new.example';

await seedDemo(source.server.db, { now });
const other = await oneOfEach(source.server.db, 'other', { creator: 'otherada', brand: 'otherbrand' });
const demo = await brandOf(source.server.db);
const fileName = `${demo.id}/${'draft'.padEnd(43, '_')}.mp4`;
const uploadId = 'upl_demo';
const { email, payoutId, paidCents } = await payOneCreator();
await addFiles();
const before = { rows: await everyRow(source.server.db), files: await everyFile(source.server.dataDir) };
const exported = join(folder, 'demo.tar');
const report = await exportTo(exported);

async function brandOf(db: Database) {
  const [brand] = await db.select().from(brands).where(eq(brands.email, demoLogin.email));
  if (brand === undefined) throw new Error('There is no demo brand');
  return brand;
}

/** Pays one of the demo's creators by a payout that also covers an earning from the other brand. */
async function payOneCreator() {
  const { db } = source.server;
  const [due] = await db
    .select({ creatorId: offers.creatorId })
    .from(earnings)
    .innerJoin(offers, and(eq(offers.brandId, earnings.brandId), eq(offers.id, earnings.offerId)))
    .where(and(eq(earnings.brandId, demo.id), isNull(earnings.payoutId)));
  if (due === undefined) throw new Error('The demo owes nothing');
  const mail = 'ada@creators.test';
  const profileId = await source.given.person(demo.id, due.creatorId, { email: mail });
  await db.execute(sql`insert into creator_tags (creator_id, tag_id) select ${profileId}, min(id) from tags`);
  const [sum] = await db
    .select({ cents: sql<number>`sum(${earnings.amountCents})::int` })
    .from(earnings)
    .innerJoin(offers, and(eq(offers.brandId, earnings.brandId), eq(offers.id, earnings.offerId)))
    .where(and(eq(offers.creatorId, due.creatorId), isNull(earnings.payoutId)));
  const amountCents = sum?.cents ?? 0;
  const paid = await recordPayout({ db, now: () => now }, { email: mail, amountCents, note: 'Transfer 7' });
  const another = { brandId: other.brandId, offerId: 'off_another', campaignId: 'cmp_another', amountCents: 5 };
  await db.insert(earnings).values({ ...another, settledAt: now, payoutId: paid.payoutId });
  await db
    .update(payouts)
    .set({ amountCents: amountCents + 5 })
    .where(eq(payouts.id, paid.payoutId));
  return { email: mail, payoutId: paid.payoutId, paidCents: amountCents };
}

/** Files of both brands, a draft's upload, and a picture referenced by its address in the source installation. */
async function addFiles() {
  const { db, dataDir } = source.server;
  const { files, uploads } = await storesOf(dataDir);
  await files.put(fileName, [Buffer.from('draft')] as never);
  await files.put(other.fileName, [Buffer.from('other')] as never);
  await db.insert(storedFiles).values({ brandId: demo.id, name: fileName, sizeBytes: 5, touchedAt: new Date(0) });
  const iconUrl = `https://old.example/files/${fileName}`;
  await db.update(brands).set({ iconUrl }).where(eq(brands.id, demo.id));
  const [offer] = await db.select().from(offers).where(eq(offers.brandId, demo.id)).limit(1);
  await source.given.upload(demo.id, offer?.id ?? '', { id: uploadId, sizeBytes: 4, receivedBytes: 4 });
  await source.given.upload(demo.id, offer?.id ?? '', { id: 'upl_cut', sizeBytes: 4, receivedBytes: 1 });
  await uploads.put(`incoming-drafts/${uploadId}`, [Buffer.from('film')] as never);
}

async function exportTo(file: string, named: string = demo.email) {
  const { db, dataDir } = source.server;
  return writeBrandExport(file, { database: { db }, stores: await storesOf(dataDir), named, now });
}

async function importFrom(file: string, isDryRun = false) {
  const { db, dataDir } = target.server;
  const database = { db, hasMonths: process.env.TEST_DATABASE_URL !== undefined, close: async () => {} };
  const stores = await storesOf(dataDir);
  return importBrand(await verifyExport(file), { database, stores, filesUrl, now, isDryRun });
}

const targetNow = async () => ({
  rows: await everyRow(target.server.db),
  files: await everyFile(target.server.dataDir),
});

/** Expects a refusal with this message and no changes. */
async function expectRefusal(words: RegExp, file = exported) {
  const then = await targetNow();
  await expect(importFrom(file)).rejects.toThrow(words);
  expect(await targetNow()).toEqual(then);
}

type Side = typeof source;

async function logIn({ server }: Side) {
  const { data } = await call(server, endpoints.login, { body: demoLogin });
  return data.accessToken;
}

/** Reads a brand's complete lists and its reports. */
async function readAll(side: Side) {
  const { server } = side;
  const token = await logIn(side);
  const read = async (endpoint: Endpoint, params = {}, query = {}) =>
    (await call(server, endpoint, { token, params, query } as never)).data as never;
  const pages = async (endpoint: Endpoint, params = {}) => {
    const rows: { id: string }[] = [];
    for (let page: number | null = 1; page !== null; ) {
      const answer: { data: { id: string }[]; pagination: { nextPage: number | null } } = await read(endpoint, params, {
        ...{ page: String(page), pageSize: '100' },
      });
      rows.push(...answer.data);
      page = answer.pagination.nextPage;
    }
    return rows;
  };
  const period = { timePeriodType: 'preset', preset: 'last_365d' };
  const list = await pages(endpoints.listCampaigns);
  const [first] = list;
  return {
    brand: await read(endpoints.getBrand),
    campaigns: list,
    offers: await pages(endpoints.listOffers),
    posts: await pages(endpoints.listBrandPosts, { brandId: demo.id }),
    payments: await pages(endpoints.listPayments),
    statements: await read(endpoints.listStatements),
    analytics: await read(endpoints.getBrandAnalytics, { brandId: demo.id }, period),
    days: await read(endpoints.getBrandDays, { brandId: demo.id }, period),
    campaign: await read(endpoints.getCampaignAnalytics, { campaignId: first?.id }, period),
  };
}

test('an export contains the brand’s rows, creators and files, and nothing of another brand', async () => {
  expect(report).toMatchObject({ email: demo.email, isSuspended: false });
  expect(report.totals).toMatchObject({ files: 1, uploads: 1, rows: { brands: 1, creator_profiles: 1, payouts: 1 } });
  const texts: string[] = [];
  const tables = new Set<string>();
  for await (const entry of readArchive(exported)) {
    if (entry.kind !== 'rows') continue;
    tables.add(entry.table);
    texts.push((await promisify(gunzip)(await bytesOf(entry))).toString());
  }
  const others = [other.brandId, other.brandEmail, other.creatorEmail, 'otherada', 'otherbrand', 'off_another'];
  expect(others.filter((word) => texts.join('').includes(word))).toEqual([]);
  for (const table of ['sessions', 'push_devices', 'mails', 'idempotency_keys', 'payment_methods'])
    expect(tables).not.toContain(table);
  expect({ rows: await everyRow(source.server.db), files: await everyFile(source.server.dataDir) }).toEqual(before);
});

test('a brand that the file conflicts with is refused, with the reason', async () => {
  const { db } = target.server;
  const sameEmail = await target.given.brand({ email: demo.email });
  await expectRefusal(new RegExp(`^Another brand here, ${sameEmail}, has the email demo@afield.test`));
  await db.delete(brands).where(eq(brands.id, sameEmail));
  await target.given.brand({ id: demo.id });
  await expectRefusal(new RegExp(`^The brand ${demo.id} is already in this installation`));
  await db.delete(brands).where(eq(brands.id, demo.id));
});

test('an import names a post or creator account of another brand, and an id that is taken', async () => {
  const { db } = target.server;
  const brandId = await target.given.brand({ name: 'Kettle Lane' });
  const campaignId = await target.given.campaign(brandId, { name: 'Spring' });
  const creatorId = await target.given.creator(brandId, { username: 'grace' });
  const offerId = await target.given.offer(brandId, campaignId, { creatorId, stageType: 'CLEARED' });
  const [name] = await source.server.db.select().from(postNames).where(eq(postNames.brandId, demo.id)).limit(1);
  if (name === undefined) throw new Error('The demo has no posts');
  await db.insert(postNames).values({ ...name, brandId, offerId });
  await expectRefusal(
    /^The brand can’t be imported.*\nThe post https:.* counts here for @grace in Spring .* of Kettle Lane/,
  );
  await db.delete(postNames).where(eq(postNames.brandId, brandId));

  await target.given.upload(brandId, offerId, { id: uploadId });
  await expectRefusal(
    /can’t be imported: in draft_uploads, the key \(id\)=\(upl_demo\) already exists\. Nothing was changed/,
  );
  await db.delete(draftUploads).where(eq(draftUploads.brandId, brandId));

  const [account] = await source.server.db
    .select({ platform: creatorAccounts.platform, username: creatorAccounts.username })
    .from(creatorAccounts)
    .innerJoin(creatorProfiles, eq(creatorProfiles.id, creatorAccounts.creatorId))
    .where(eq(creatorProfiles.email, email));
  if (account === undefined) throw new Error('The creator has no account');
  const theirs = await target.given.creator(brandId, account);
  const profileId = await target.given.person(brandId, theirs, { email: 'eve@creators.test' });
  await expectRefusal(/The account @.* belongs to eve@creators\.test here, and to another creator in the export/);
  await db.delete(creatorProfiles).where(eq(creatorProfiles.id, profileId));
  // The next test has the matching creator.
  await target.given.person(brandId, theirs, { email, firstName: 'Known' });
});

test('a damaged file, a backup and unbalanced ledgers are refused', async () => {
  const bytes = readFileSync(exported);
  const at = bytes.indexOf('tables/brands/') + 512 + 2;
  const damaged = join(folder, 'damaged.tar');
  writeFileSync(damaged, Buffer.concat([bytes.subarray(0, at), Buffer.from('!!'), bytes.subarray(at + 2)]));
  await expectRefusal(/damaged.*Nothing was changed/, damaged);
  const backup = join(folder, 'backup.tar');
  const { db, dataDir } = source.server;
  await writeBackup(backup, { database: { db }, stores: await storesOf(dataDir), secret: null, now });
  await expectRefusal(/is a backup of a whole installation\. Nothing was changed/, backup);
  await expect(verifyBackup(exported)).rejects.toThrow(/is an export of one brand, demo@afield\.test\. Nothing was/);
  const wrong = join(folder, 'wrong.tar');
  await db
    .transaction(async (tx) => {
      const isOne = sql`(brand_id, entry_id, account) in (select brand_id, entry_id, account from ledger_lines
      where brand_id = ${demo.id} and account = 'provider' limit 1)`;
      await tx.update(ledgerLines).set({ amountCents: sql`amount_cents - 1` }).where(isOne);
      const stores = await storesOf(dataDir);
      await writeBrandExport(wrong, { database: { db: tx }, stores, named: demo.id, now });
      tx.rollback();
    })
    .catch(() => {});
  await expectRefusal(
    /^The ledger in the export doesn’t balance\. Nothing was changed.*\nEntry .* does not sum to zero/,
    wrong,
  );
});

test('an export from another release is refused, naming the release to use', async () => {
  const { db } = target.server;
  const newest = (await newestMigration(db)) ?? 0;
  const setNewest = (to: number, from: number) =>
    db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${to} where created_at = ${from}`);
  await setNewest(newest + 1, newest);
  await expect(importFrom(exported)).rejects.toThrow(/is older than this installation\. Nothing was changed/);
  await setNewest(newest, newest + 1);
});

test('a payment that the provider hasn’t decided on blocks the export', async () => {
  const { db } = source.server;
  const [charge] = await db.select().from(charges).where(eq(charges.brandId, other.brandId));
  if (charge === undefined) throw new Error('There is no charge');
  const setState = (state: 'PENDING' | 'SUCCEEDED') =>
    db.update(charges).set({ state }).where(eq(charges.paymentId, charge.paymentId));
  await setState('PENDING');
  await expect(exportTo(join(folder, 'open.tar'), other.brandId)).rejects.toThrow(
    new RegExp(`can’t be exported yet.*${charge.paymentId}`),
  );
  await setState('SUCCEEDED');
});

test('the commands exit with 1 and an error of one sentence', async () => {
  const variables = { DATA_DIR: join(folder, 'empty') };
  await expect(runCommand('import-brand', [join(folder, 'damaged.tar')], variables)).rejects.toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/^\S+damaged\.tar is damaged: .* Nothing was changed/) },
  });
  await expect(runCommand('restore', [exported], variables)).rejects.toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/is an export of one brand.* Import it with/) },
  });
});

test('a dry run changes nothing', async () => {
  const then = await targetNow();
  expect(await importFrom(exported, true)).toMatchObject({
    ...{ isDryRun: true, counts: { creators: 1, matchedCreators: 1 } },
  });
  expect(await targetNow()).toEqual(then);
});

test('the brand sees the same data in the other installation, and its password works', async () => {
  const { db } = target.server;
  // Tags of the same names that the target's team created.
  await db
    .update(tags)
    .set({ id: sql`'tag_here_' || ${tags.position}` })
    .where(sql`true`);
  // An earlier import was killed after copying its files, which a server has listed since.
  const listed = await source.server.db.select().from(storedFiles).where(eq(storedFiles.brandId, demo.id));
  expect(listed.length).toBeGreaterThan(0);
  await db.insert(storedFiles).values(listed);
  expect(await importFrom(exported)).toMatchObject({ isDryRun: false, payoutIds: [payoutId] });
  const [here, there] = [await readAll(source), await readAll(target)];
  expect(there.brand).toMatchObject({ iconUrl: `${filesUrl}/files/${fileName}` });
  const alike = (answers: object) =>
    JSON.parse(
      JSON.stringify(answers)
        .replaceAll(/"id":"tag_\w+"/g, '"id":"tag"')
        .replaceAll('https://old.example', filesUrl),
    );
  expect(alike(there)).toEqual(alike(here));
  expect(there.campaigns.length).toBeGreaterThan(40);
  expect(there.payments.length).toBeGreaterThan(50);
});

test('ledgers, payouts and creators are consistent, also with existing ones', async () => {
  const { db } = target.server;
  expect((await auditLedger(db)).filter(({ brandId }) => brandId === demo.id)).toEqual([]);
  const [profile] = await db.select().from(creatorProfiles).where(eq(creatorProfiles.email, email));
  expect(profile).toMatchObject({ firstName: 'Known' });
  expect(await db.select().from(payouts)).toMatchObject([
    { id: payoutId, amountCents: paidCents, creatorId: profile?.id, note: 'Transfer 7' },
  ]);
  const known = await db.select({ id: creators.id }).from(creators).where(eq(creators.brandId, demo.id));
  expect(known.length).toBe(report.totals.rows.creators);
  const [used] = await db
    .select({ tagIds: campaigns.tagIds })
    .from(campaigns)
    .where(and(eq(campaigns.brandId, demo.id), sql`cardinality(${campaigns.tagIds}) > 0`));
  expect(used?.tagIds.every((id) => id.startsWith('tag_here_'))).toBe(true);
});

test('files are served, and devices download everything again', async () => {
  const { server } = target;
  const served = await server.app.request(`/files/${fileName}`);
  expect({ status: served.status, text: await served.text() }).toEqual({ status: 200, text: 'draft' });
  expect((await everyFile(server.dataDir))[`uploads/incoming-drafts/${uploadId}`]).toBe('film');
  const cursorOf = async (side: Side) =>
    (await call(side.server, endpoints.getChanges, { token: await logIn(side) })).data.cursor;
  const cursor = await cursorOf(source);
  const answer = await call(server, endpoints.getChanges, { token: await logIn(target), query: { cursor } });
  expect(answer.error?.code).toBe('cursor_expired');
  expect((await brandOf(server.db)).feedEpoch).not.toBe(demo.feedEpoch);
});

test('importing the same export again is refused', async () => {
  await expectRefusal(/is already in this installation/);
});
