import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { passwordChangedEmail } from '#server/services/accounts/emails.ts';
import { type JobWork, jobRunner } from '#server/services/jobs/runner.ts';
import { endOfMail, mailJobs, queueMail } from '#server/services/mail/outbox.ts';
import { MailError, type MailTransport } from '#server/services/mail/transport.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();
const minuteMs = 60_000;
const renewalMs = mailJobs(true).leaseMs / 4;
let brandId: string;

beforeEach(async () => {
  await server.db.delete(mails);
  brandId = await given.brand();
  server.errors.length = 0;
});
afterEach(() => void vi.useRealTimers());

const queue = () => {
  const content = passwordChangedEmail.of({});
  return queueMail(server.db, { brandId, recipient: 'owner@brands.test', content, now: server.clock.now() });
};
const mailRows = () => server.db.select().from(mails).orderBy(asc(mails.id));
const outbox = async () => (await mailRows())[0];

type MailWork = JobWork<typeof mails>;

/** A runner for emails with a given implementation. */
const runner = (run: MailWork['run'], more: Partial<MailWork> = {}, db: Database = server.db) =>
  jobRunner(
    { db, log: server.log, now: server.clock.now },
    {
      ...{ jobs: mailJobs(true), pollMs: 3_600_000, atOnce: 1, words: 'It failed', run },
      toFailure: () => ({ retryAfterMs: 0, end: { set: endOfMail('UNSENT', server.clock.now()) } }),
      facts: () => ({}),
      ...more,
    },
  );
const sent = () => ({ set: endOfMail('SENT', server.clock.now()) });
/** Work that continues until it is finished or aborted. */
function slowWork() {
  const ends: (() => void)[] = [];
  const run: MailWork['run'] = (_, signal) =>
    new Promise((resolve, reject) => {
      ends.push(() => resolve(sent()));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { run, ends };
}

/** A transport whose sends finish on request, in the order in which they started. */
function slowTransport(repeatable: boolean) {
  const begun: ((error?: MailError) => void)[] = [];
  const transport: MailTransport = {
    repeatable,
    send: () =>
      new Promise((resolve, reject) => {
        begun.push((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
  return { transport, begun };
}

describe('an email', () => {
  test('that is sent slowly keeps its process’s lease, however long it takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await queue();
    const [slow, other] = [slowTransport(false), slowTransport(true)];
    const sending = server.deliverMails(slow.transport);
    await expect.poll(() => slow.begun.length).toBe(1);
    // The clock waits for each renewal, as in real time: otherwise the lease could expire while the database is busy
    // with one.
    for (let renewals = 0; renewals < 8; renewals += 1) {
      server.clock.advance(renewalMs);
      await vi.advanceTimersByTimeAsync(renewalMs);
      await expect.poll(async () => (await outbox())?.changedAt).toEqual(server.clock.now());
    }
    const others = server.deliverMails(other.transport);
    await Promise.race([others, expect.poll(() => other.begun.length).toBe(1)]);
    expect(other.begun).toEqual([]);
    await server.deliverMails(slow.transport);
    expect((await outbox())?.status).toBe('SENDING');
    slow.begun[0]?.();
    await sending;
    expect(await outbox()).toMatchObject({ status: 'SENT', tries: 1 });
  });

  test('claimed by another process can’t be changed by the previous one', async () => {
    await queue();
    const [first, second, third] = [slowTransport(true), slowTransport(true), slowTransport(true)];
    const held = server.deliverMails(first.transport);
    await expect.poll(() => first.begun.length).toBe(1);
    server.clock.advance(10 * minuteMs + 1);
    const taken = server.deliverMails(second.transport);
    await expect.poll(() => second.begun.length).toBe(1);
    first.begun[0]?.(new MailError('retry', new Error('The line is bad')));
    await held;
    server.clock.advance(minuteMs);
    const more = server.deliverMails(third.transport);
    await Promise.race([more, expect.poll(() => third.begun.length).toBe(1)]);
    expect(third.begun).toEqual([]);
    second.begun[0]?.();
    await taken;
    expect(await outbox()).toMatchObject({ status: 'SENT', tries: 2 });
  });
});

describe('a runner', () => {
  test('runs a limited number of jobs at once, and isn’t blocked by one that hangs', async () => {
    for (let queued = 0; queued < 5; queued += 1) await queue();
    const { run, ends } = slowWork();
    const running = runner(run, { atOnce: 3 }).start();
    await expect.poll(() => ends.length).toBe(3);
    expect((await mailRows()).filter(({ status }) => status === 'SENDING')).toHaveLength(3);
    ends[2]?.();
    await expect.poll(() => ends.length).toBe(4);
    ends[3]?.();
    await expect.poll(() => ends.length).toBe(5);
    for (const end of ends) end();
    await running.stop();
    expect((await mailRows()).map(({ status }) => status)).toEqual(Array(5).fill('SENT'));
  });

  test('polls again when it is woken', async () => {
    const begun: string[] = [];
    const running = runner(async ({ id }) => {
      begun.push(id);
      return sent();
    }).start();
    await queue();
    running.wake();
    await expect.poll(() => begun.length).toBe(1);
    await running.stop();
  });

  test('on shutdown waits for running jobs, or aborts them without counting an attempt', async () => {
    await queue();
    const waitedFor = slowWork();
    const waiting = runner(waitedFor.run).start();
    await expect.poll(() => waitedFor.ends.length).toBe(1);
    let hasStopped = false;
    const stopping = waiting.stop().then(() => {
      hasStopped = true;
    });
    await wait(0);
    expect([hasStopped, (await outbox())?.status]).toEqual([false, 'SENDING']);
    waitedFor.ends[0]?.();
    await stopping;
    expect((await outbox())?.status).toBe('SENT');

    await server.db.delete(mails);
    await queue();
    const cutOff = slowWork();
    const cut = runner(cutOff.run, { isCutOff: true }).start();
    await expect.poll(() => cutOff.ends.length).toBe(1);
    await cut.stop();
    expect(await outbox()).toMatchObject({ status: 'WAITING', tries: 0 });
  });

  test('on shutdown releases jobs that it has claimed but not started', async () => {
    await queue();
    const { run, ends } = slowWork();
    const running = runner(run).start();
    await running.stop();
    expect([ends, await outbox()]).toMatchObject([[], { status: 'WAITING', tries: 0 }]);
  });

  test('leaves a completed job whose result it couldn’t store, since repeating it could send an email twice', async () => {
    await queue();
    let isDown = false;
    const flaky: Database = Object.create(server.db);
    flaky.update = ((table: typeof mails) => {
      if (isDown) throw new Error('The database is away');
      return server.db.update(table);
    }) as Database['update'];
    const run = async () => {
      isDown = true;
      return sent();
    };
    await runner(run, { jobs: mailJobs(false) }, flaky)
      .drain()
      .catch(() => {});
    expect(await outbox()).toMatchObject({ status: 'SENDING', tries: 1 });
    server.clock.advance(10 * minuteMs + 1);
    const { transport, begun } = slowTransport(false);
    await server.deliverMails(transport);
    expect([begun, (await outbox())?.status]).toEqual([[], 'FAILED']);
  });

  test('aborts work on a job that another process has claimed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await queue();
    const { run, ends } = slowWork();
    const held = runner(run).drain();
    await expect.poll(() => ends.length).toBe(1);
    await server.db.update(mails).set({ tries: 2 }).where(eq(mails.status, 'SENDING'));
    await vi.advanceTimersByTimeAsync(10 * minuteMs);
    await held;
    expect(await outbox()).toMatchObject({ status: 'SENDING', tries: 2 });
  });
});
