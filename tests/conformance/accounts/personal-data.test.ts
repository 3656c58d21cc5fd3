import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq, getTableColumns, getTableName, isNotNull, sql } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { rowsOf } from '#server/database/database.ts';
import { charges } from '#server/database/tables/billing-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { storedFiles } from '#server/database/tables/file-tables.ts';
import { earnings } from '#server/database/tables/ledger-tables.ts';
import { brands, fulfillments, offers } from '#server/database/tables/tables.ts';
import type { InviteReport } from '#server/services/admin/creators/invite-creators.ts';
import { allTables } from '#server/services/admin/personal-data/all-tables.ts';
import type { EraseReport } from '#server/services/admin/personal-data/erase.ts';
import {
  isErased,
  isShown,
  rowsOfSubject,
  type Subject,
  type SubjectKind,
} from '#server/services/admin/personal-data/fates.ts';
import type { ExportReport } from '#server/services/admin/personal-data/format.ts';
import { findSubject } from '#server/services/admin/personal-data/subjects.ts';
import { forgetUnapproved } from '#server/services/drafts/uploads/forget-drafts.ts';
import { collectFiles } from '#server/services/files/collect.ts';
import { letFilesGo } from '#server/services/files/kept-files.ts';
import { removeDiscardedUploads } from '#server/services/files/transfers/remove-discarded-uploads.ts';
import { call } from '#tests/support/calls/call.ts';
import { pieces } from '#tests/support/calls/metrics.ts';
import { type OneOfEach, oneOfEach } from '#tests/support/postgres/one-of-each.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { startTestServer, type TestServer } from '#tests/support/servers/server.ts';
import { world, worldPassword } from '#tests/support/servers/world.ts';

// Every column of the schema has a declared fate, and each is tested: `secret-word` is written into all personal data.

let server: TestServer;
let ours: OneOfEach;
let others: OneOfEach;
const casing = new CasingCache('snake_case');
const kinds = ['creator', 'brand'] as const;

beforeEach(async () => {
  server = await startTestServer();
  others = await oneOfEach(server.db, 'theirs', { creator: 'their-creator', brand: 'their-brand' });
  return () => server.close();
});

const emailOf = (kind: SubjectKind, { creatorEmail, brandEmail }: OneOfEach) =>
  kind === 'creator' ? creatorEmail : brandEmail;
const erase = (kind: SubjectKind, isConfirmed = true) =>
  operate<EraseReport>(server, 'erase-data', { kind, named: emailOf(kind, ours), isConfirmed });
const exportTo = (kind: SubjectKind, folder: string) =>
  operate<ExportReport>(server, 'export-data', { kind, named: emailOf(kind, ours), folder });
const columnsOf = (table: PgTable) => Object.entries(getTableColumns(table) as Record<string, PgColumn>);

/** These columns identify a subject's rows, so they contain the word from the start. */
const names = ['email', 'recipient', 'username', 'platform', 'tagId'];
const marks = new Set<string>();
const wordOf = (table: PgTable, name: string) => `secret-word of ${getTableName(table)}.${name}`;

/** Writes the word into each text column that is erased with a creator or a brand. */
async function mark(kind: SubjectKind): Promise<void> {
  marks.clear();
  const subject = await findSubject(server.db, kind, emailOf(kind, ours));
  for (const fates of allTables) {
    const rows = rowsOfSubject(fates, subject);
    if (rows === null) continue;
    const [found] = await server.db.select({ one: sql`1` }).from(fates.table).where(rows.condition).limit(1);
    expect(found, `oneOfEach has no row of ${getTableName(fates.table)}`).toBeDefined();
    for (const [name, column] of columnsOf(fates.table)) {
      const fate = fates.columns[name];
      const word = wordOf(fates.table, name);
      const value = { text: word, 'text[]': [word], jsonb: { word } }[column.getSQLType()];
      if (fate === undefined || !isErased(fate, kind) || names.includes(name) || value === undefined) continue;
      // The address of the draft's file must remain in the column.
      const marked = name === 'fulfillment' ? `${word} /files/${ours.fileName}` : value;
      await server.db
        .update(fates.table)
        .set({ [name]: marked })
        .where(rows.condition);
      if (name !== 'fulfillment') marks.add(word);
    }
  }
}

/** Tables with a row that contains the word. */
async function tablesWithWord(): Promise<string[]> {
  const found: string[] = [];
  for (const { table } of allTables) {
    const rows = await rowsOf(server.db, sql`select 1 from ${table} t where t::text ilike '%secret-word%' limit 1`);
    if (rows.length > 0) found.push(getTableName(table));
  }
  return found;
}

const otherSubject = (kind: SubjectKind) => findSubject(server.db, kind, emailOf(kind, others));

/**
 * Rows that must not change: all rows of other subjects, and the erased subject's rows except for columns with the
 * word.
 */
async function staying(subject: Subject, isErasedOne: boolean): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  /** Internal columns that erasing changes. */
  const moving = ['revision', 'shownRevision', 'linkSince', 'linkGeneration', 'goneAt', 'touchedAt'];
  for (const fates of allTables) {
    const rows = rowsOfSubject(fates, subject);
    if (rows === null || (isErasedOne && rows.end === 'deleted')) continue;
    const stays = columnsOf(fates.table).filter(([name]) => {
      const fate = fates.columns[name];
      return fate !== undefined && !(isErasedOne && (moving.includes(name) || isErased(fate, subject.kind)));
    });
    const selected: Record<string, PgColumn> = Object.fromEntries(stays);
    all[getTableName(fates.table)] = await server.db.select(selected).from(fates.table).where(rows.condition);
  }
  return all;
}

test('every table and column of the database has a declared fate', async () => {
  const inDatabase = await rowsOf<{ name: string }>(
    server.db,
    sql`select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      left join pg_class k on k.relname = c.table_name and k.relispartition
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and k.oid is null
        and c.table_name not like '%drizzle%'`,
  );
  const declared = allTables.flatMap(({ table, columns }) =>
    columnsOf(table).flatMap(([name, column]) =>
      columns[name] === undefined ? [] : [`${getTableName(table)}.${casing.getColumnCasing(column)}`],
    ),
  );
  expect(inDatabase.map(({ name }) => name).sort()).toEqual(declared.sort());
});

afterEach(() => expect(server.errors).toEqual([]));

describe.each(kinds)('a %s', (kind) => {
  beforeEach(async () => {
    ours = await oneOfEach(server.db, 'ours', { creator: 'plain', brand: 'firm', [kind]: 'secret-word' });
  });

  test('is erased: no row contains personal data; ledgers, counts and other subjects are unchanged', async () => {
    await mark(kind);
    expect(marks.size).toBeGreaterThan(5);
    const subject = await findSubject(server.db, kind, emailOf(kind, ours));
    const [before, theirs] = [await staying(subject, true), await staying(await otherSubject(kind), false)];
    const asked = await erase(kind, false);
    expect(asked).toMatchObject({ erased: false, files: 2 });
    expect(await staying(subject, true), 'asking alone changes nothing').toEqual(before);
    expect((await tablesWithWord()).length).toBeGreaterThan(5);
    expect(await erase(kind)).toEqual({ ...asked, erased: true });
    expect(await tablesWithWord()).toEqual([]);
    expect(await staying(subject, true)).toEqual(before);
    expect(await staying(await otherSubject(kind), false)).toEqual(theirs);
  });

  test('is exported with all visible texts, without keys or hashes, and with the same result twice', async () => {
    await mark(kind);
    const folder = join(newFolder(), 'data');
    await server.uploads.store.put(ours.fileName, pieces('video'));
    mkdirSync(join(server.dataDir, 'incoming-drafts'), { recursive: true });
    writeFileSync(join(server.dataDir, 'incoming-drafts', ours.uploadId), 'bytes');
    const report = await exportTo(kind, folder);
    expect(report).toMatchObject({ email: emailOf(kind, ours), files: 2, missing: [] });
    const text = readFileSync(join(folder, 'data.json'), 'utf8');
    for (const { table, columns } of allTables) {
      for (const name of Object.keys(columns)) {
        const fate = columns[name];
        const word = wordOf(table, name);
        if (fate === undefined || !marks.has(word)) continue;
        expect(text.includes(JSON.stringify(word)), word).toBe(isShown(fate, kind));
      }
    }
    expect(text).not.toContain('theirs');
    expect(readdirSync(join(folder, 'files')).sort()).toHaveLength(2);
    await expect(exportTo(kind, folder)).rejects.toThrow('is not empty. Expected a new folder.');
  });

  test('with unfinished business is refused with the reasons, and nothing changes', async () => {
    await server.db.update(offers).set({ stageType: 'ONGOING' }).where(eq(offers.id, ours.offerId));
    const words = `can’t be erased yet.\nOffers are open: ${ours.offerId} (ONGOING). Clear their earnings, or invalidate them.`;
    await expect(erase(kind, false)).rejects.toThrow(words);
    await expect(erase(kind)).rejects.toThrow(words);
    expect((await tablesWithWord()).length).toBeGreaterThan(0);
  });

  test('with an unknown id is reported', async () => {
    const named = 'nobody@example.com';
    await expect(operate(server, 'erase-data', { kind, named, isConfirmed: true })).rejects.toThrow(
      kind === 'brand' ? `No brand has the email or ID ${named}.` : `No creator has the email ${named}.`,
    );
    await expect(operate(server, 'export-data', { kind, named, folder: join(newFolder(), 'data') })).rejects.toThrow(
      named,
    );
  });

  test('leaves no files: the next collection removes its files, and keeps those of others', async () => {
    for (const { fileName } of [ours, others]) await server.uploads.store.put(fileName, pieces('video'));
    await server.db.update(storedFiles).set({ touchedAt: server.clock.now() });
    await erase(kind);
    const cleaning = { db: server.db, store: server.uploads.store, log: server.log, now: server.clock.now() };
    expect(await collectFiles(cleaning)).toBe(1);
    expect(await server.uploads.store.find(ours.fileName)).toBeNull();
    expect(await server.uploads.store.find(others.fileName)).not.toBeNull();
    await removeDiscardedUploads(server.db, server.uploadStore, server.clock.now());
    const left = await server.db.select({ id: draftUploads.id }).from(draftUploads);
    expect(left).toEqual([{ id: others.uploadId }]);
  });
});

test('a creator who is still to be paid can’t be erased', async () => {
  ours = await oneOfEach(server.db, 'ours', { creator: 'ada', brand: 'firm' });
  await server.db.update(earnings).set({ payoutId: null, amountCents: 6_500 });
  const erasing = operate(server, 'erase-data', { kind: 'creator', named: ours.creatorEmail, isConfirmed: true });
  await expect(erasing).rejects.toThrow(
    `Earnings are unpaid: ${ours.offerId} ($65.00). Pay them, and record the payment with mark-paid.`,
  );
});

test('a creator’s links stop working afterwards, and brands receive the changed offer', async () => {
  ours = await oneOfEach(server.db, 'ours', { creator: 'ada', brand: 'firm' });
  const token = await server.linkOf(ours.offerId);

  const [before] = await server.db.select().from(offers).where(eq(offers.id, ours.offerId));
  await erase('creator');
  const [after] = await server.db.select().from(offers).where(eq(offers.id, ours.offerId));
  expect(after?.revision).toBeGreaterThan(before?.revision ?? 0);
  expect(after?.updatedAt).toEqual(before?.updatedAt);
  const answer = await call(server, endpoints.getCreatorOffer, { token });
  expect(answer.status).toBe(410);
});

test('an invitation concurrent with an erasure waits for it and restores no name', async () => {
  const given = world(server.db);
  const campaignId = await given.campaign(others.brandId);
  let inviting: Promise<InviteReport> | undefined;
  await server.db.transaction(async (tx) => {
    await findSubject(tx, 'creator', others.creatorEmail);
    inviting = operate<InviteReport>(server, 'invite', { campaignId, emails: [others.creatorEmail] });
    // On PostgreSQL the invitation now runs until it waits for the lock.
    await setTimeout(500);
    await tx.delete(creatorProfiles).where(eq(creatorProfiles.email, others.creatorEmail));
  });
  const reason = 'No creator has this email. Import the creator first.';
  expect(await inviting).toMatchObject({ invited: [], refused: [{ email: others.creatorEmail, reason }] });
});

test('any number of files is released', async () => {
  const names = Array.from({ length: 70_000 }, (_, index) => `none/${index}`);
  await letFilesGo(server.db, [...names, others.fileName]);
  const [row] = await server.db.select().from(storedFiles).where(eq(storedFiles.name, others.fileName));
  expect(row?.touchedAt).toEqual(new Date(0));
});

test('an unapproved draft is deleted 90 days after its campaign and offer end, and an approved one is kept', async () => {
  const given = world(server.db);
  const brandId = await given.brand();
  const day = (count: number) => new Date(server.clock.now().getTime() - count * 86_400_000);
  const offerOf = async (daysAgo: number, draft: object, campaign: object = {}) => {
    const ended = { workerStatus: 'ENDED_SUCCESSFULLY', workerEndDate: day(100), ...campaign } as const;
    const offerId = await given.offer(brandId, await given.campaign(brandId, ended));
    const id = await given.submission(brandId, offerId, { posterUrl: '/files/still', ...draft });
    const end = { stageType: 'INVALIDATED', updatedAt: day(daysAgo) } as const;
    await server.db.update(offers).set(end).where(eq(offers.id, offerId));
    return id;
  };
  const old = await offerOf(91, {});
  const kept = [
    await offerOf(89, {}),
    await offerOf(91, { acceptedAt: day(95) }),
    await offerOf(91, {}, { workerEndDate: day(89) }),
    await offerOf(91, {}, { workerStatus: 'ACTIVE' }),
  ];
  const names = async () => {
    const rows = await server.db.select().from(fulfillments).where(isNotNull(fulfillments.fulfillment));
    return rows.map(({ id }) => id).filter((id) => [old, ...kept].includes(id));
  };
  expect(await forgetUnapproved(server.db, server.clock.now())).toBe(1);
  expect((await names()).sort()).toEqual([...kept].sort());
  const [row] = await server.db.select().from(fulfillments).where(eq(fulfillments.id, old));
  expect(row).toMatchObject({ fulfillment: null, posterUrl: null, caption: null, submittedAt: expect.any(Date) });
  expect(await forgetUnapproved(server.db, server.clock.now())).toBe(0);
});

test('a brand with money, a campaign or an open payment is refused with every reason', async () => {
  ours = await oneOfEach(server.db, 'ours', { creator: 'ada', brand: 'firm' });
  const given = world(server.db);
  await given.funds(ours.brandId, 12_345);
  const campaignId = await given.campaign(ours.brandId);
  await server.db.update(charges).set({ state: 'PENDING' }).where(eq(charges.brandId, ours.brandId));
  await expect(erase('brand')).rejects.toThrow(
    [
      `firm@brands.test can’t be erased yet.`,
      `Campaigns are open: ${campaignId}. Reject the pending ones. The brand can archive the others, or you can wait until they end.`,
      `Payments are pending: `,
    ].join('\n'),
  );
  await expect(erase('brand')).rejects.toThrow(
    'Money is left in the account: available $123.45. Pay it out, and record the payment with adjust.',
  );
});

test('a brand with an unsettled campaign is refused with that reason', async () => {
  ours = await oneOfEach(server.db, 'ours', { creator: 'ada', brand: 'firm' });
  const campaignId = await world(server.db).campaign(ours.brandId, { workerStatus: 'ENDED_SUCCESSFULLY' });
  await expect(erase('brand')).rejects.toThrow(
    `Campaigns aren’t settled: ${campaignId}. Settle them with settle-campaign.`,
  );
});

test('an erased brand can’t log in, and its devices are logged out', async () => {
  ours = await oneOfEach(server.db, 'ours', { creator: 'ada', brand: 'firm' });
  const { accessToken } = await server.sessionOf(ours.brandId);
  await erase('brand');
  const { status } = await call(server, endpoints.getBrand, { token: accessToken });
  expect(status).toBe(401);
  const login = { email: 'firm@brands.test', password: worldPassword };
  expect((await call(server, endpoints.login, { body: login })).status).toBe(401);
  const [left] = await server.db.select().from(brands).where(eq(brands.id, ours.brandId));
  expect((await call(server, endpoints.login, { body: { ...login, email: left?.email ?? '' } })).status).toBe(401);
});
