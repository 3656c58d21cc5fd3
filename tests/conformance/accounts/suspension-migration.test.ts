import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brands } from '#server/database/tables/tables.ts';
import { migrationsDir } from '#server/paths.ts';
import { brandRejectedEmail } from '#server/services/admin/emails.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();

test('brands rejected after their approval become suspended, with the reason if it is known', async () => {
  const { db } = server;
  const rejected = { approvalStatus: 'REJECTED' } as const;
  const ids = {
    neverApproved: await given.brand(rejected),
    onboarded: await given.brand({ ...rejected, onboarding: { welcome: true } }),
    withCampaign: await given.brand(rejected),
    withFunds: await given.brand(rejected),
    approved: await given.brand({ onboarding: { welcome: true } }),
  };
  await given.campaign(ids.withCampaign);
  await given.funds(ids.withFunds, 10_000);
  const mailedAt = new Date('2026-03-10T10:00:00.000Z');
  const content = brandRejectedEmail.of({ reason: 'Unpaid invoices.' });
  await queueMail(db, { brandId: ids.onboarded, recipient: 'owner@brands.test', content, now: mailedAt });

  await db.execute(sql`alter table brands drop column suspended_at, drop column suspension_reason`);
  const statements = readFileSync(join(migrationsDir(), '0025_suspension.sql'), 'utf8').split(
    '--> statement-breakpoint',
  );
  for (const statement of statements) await db.execute(sql.raw(statement));

  const suspensionOf = async (id: string) => {
    const [row] = await db.select().from(brands).where(eq(brands.id, id));
    return row && { at: row.suspendedAt, reason: row.suspensionReason };
  };
  const none = { at: null, reason: null };
  expect(await suspensionOf(ids.neverApproved)).toEqual(none);
  expect(await suspensionOf(ids.approved)).toEqual(none);
  expect(await suspensionOf(ids.onboarded)).toEqual({ at: mailedAt, reason: 'Unpaid invoices.' });
  for (const id of [ids.withCampaign, ids.withFunds]) {
    expect(await suspensionOf(id)).toEqual({ at: expect.any(Date), reason: null });
  }
});
