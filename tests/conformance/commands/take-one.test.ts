import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { mails } from '#server/database/tables/account-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { passwordChangedEmail } from '#server/services/accounts/emails.ts';
import { leaseJob } from '#server/services/jobs/job-table.ts';
import { mailJobs, queueMail } from '#server/services/mail/outbox.ts';
import { pushJobs } from '#server/services/push/pending.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
let brandId: string;

beforeEach(async () => {
  await server.db.delete(mails);
  await server.db.delete(pushDevices);
  brandId = await given.brand();
});

/**
 * Inserts one row, analyzes the table, and inserts two more. With statistics of one row the planner puts a subselect
 * inside a nested loop without materializing its result, so it runs again for each row of the table.
 */
async function makeThree(table: typeof mails | typeof pushDevices, make: () => Promise<unknown>) {
  await make();
  await server.db.execute(sql`analyze ${table}`);
  await make();
  await make();
}

test('a sender claims one email at a time, whatever the query plan', async () => {
  const now = server.clock.now();
  const content = passwordChangedEmail.of({});
  await makeThree(mails, () => queueMail(server.db, { brandId, recipient: 'owner@brands.test', content, now }));
  const taken = new Set<string | undefined>();
  for (let round = 1; round <= 3; round += 1) {
    taken.add((await leaseJob(server.db, mailJobs(false), now))?.id);
    const sending = (await server.db.select().from(mails)).filter(({ status }) => status === 'SENDING');
    expect(sending).toHaveLength(round);
  }
  expect(taken.size).toBe(3);
  expect(await leaseJob(server.db, mailJobs(false), now)).toBeNull();
});

test('a sender claims one device at a time, whatever the query plan', async () => {
  const now = server.clock.now();
  await makeThree(pushDevices, async () => {
    const id = await given.pushDevice(brandId);
    await server.db.update(pushDevices).set({ dueAt: now }).where(sql`${pushDevices.id} = ${id}`);
  });
  const taken = new Set<string | undefined>();
  for (let round = 1; round <= 3; round += 1) {
    taken.add((await leaseJob(server.db, pushJobs, now))?.id);
    const leased = (await server.db.select().from(pushDevices)).filter(({ leasedUntil }) => leasedUntil !== null);
    expect(leased).toHaveLength(round);
  }
  expect(taken.size).toBe(3);
  expect(await leaseJob(server.db, pushJobs, now)).toBeNull();
});
