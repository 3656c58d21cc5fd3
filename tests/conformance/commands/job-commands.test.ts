import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { passwordChangedEmail } from '#server/services/accounts/emails.ts';
import { type JobList, jobLines } from '#server/services/admin/jobs.ts';
import type { JobState } from '#server/services/jobs/job-table.ts';
import { type CardProvider, ProviderUnavailableError } from '#server/services/ledger/payments/provider.ts';
import { sandboxProvider } from '#server/services/ledger/payments/sandbox.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { MailError, type MailTransport } from '#server/services/mail/transport.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { takeOrder } from '#tests/support/drafts/renditions.ts';
import { checkChargesAfter } from '#tests/support/money/billing.ts';
import { booksOf } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given, loggedIn } = await apiServer();
const hourMs = 3_600_000;
let brandId: string;

beforeEach(async () => {
  for (const table of [mails, pushDevices, draftUploads]) await server.db.delete(table);
  brandId = await given.brand({ name: 'Harbour Tea' });
  server.errors.length = 0;
});

const now = () => server.clock.now();
const list = (state?: JobState) => operate<JobList>(server, 'list-jobs', state === undefined ? {} : { state });
const retry = (job: string, evenIfSent = false) => operate(server, 'retry-job', { job, evenIfSent });

/** Queues an email and sends it with this outcome. @returns its job */
async function mailThat(outcome: MailError['outcome'], words: string): Promise<string> {
  await queueMail(server.db, {
    brandId,
    recipient: 'ada@creators.test',
    content: passwordChangedEmail.of({}),
    now: now(),
  });
  await server.deliverMails(failing(outcome, words));
  server.errors.length = 0;
  return `mail:${(await server.db.select().from(mails))[0]?.id}`;
}
const failing = (outcome: MailError['outcome'], words = 'The line is bad'): MailTransport => ({
  repeatable: false,
  send: () => Promise.reject(new MailError(outcome, new Error(words))),
});
function counting() {
  const sent: string[] = [];
  const transport: MailTransport = { repeatable: false, send: async ({ id }) => void sent.push(id) };
  return { sent, transport };
}

describe('list-jobs', () => {
  test('shows pending, running and failed jobs with their brands, in plain words', async () => {
    const campaignId = await given.campaign(brandId);
    const offerId = await given.offer(brandId, campaignId);
    const mail = await mailThat('retry', 'connect ECONNREFUSED 10.0.0.5:587');
    const held = await given.pushDevice(brandId);
    await server.db
      .update(pushDevices)
      .set({ dueAt: now(), offerId, tries: 1, leasedUntil: new Date(now().getTime() + 60_000) });
    const failed = await given.upload(brandId, offerId, {
      state: 'FAILED',
      reason: 'This file has no video track.',
      tries: 1,
    });
    const { jobs, isCut } = await list();
    const brand = { id: brandId, name: 'Harbour Tea' };
    expect(jobs.map(({ kind, id, ...job }) => ({ job: `${kind}:${id}`, ...job }))).toEqual([
      {
        ...{ job: mail, state: 'waiting', tries: 1, at: new Date(now().getTime() + 30_000).toISOString() },
        ...{ about: 'password-changed', error: 'connect ECONNREFUSED 10.0.0.5:587', brand },
      },
      {
        ...{ job: `push:${held}`, state: 'running', tries: 1, at: now().toISOString() },
        ...{ about: `submission of ${offerId}`, error: null, brand },
      },
      {
        ...{ job: `rendition:${failed}`, state: 'failed', tries: 1, at: expect.any(String) },
        ...{ about: `draft of ${offerId}`, error: 'This file has no video track.', brand },
      },
    ]);
    expect(isCut).toBe(false);
    const lines = jobLines({ jobs, isCut }).split('\n');
    expect(lines[0]).toBe(
      `${mail}  waiting due 2026-03-15 12:00 UTC  1 try  password-changed for Harbour Tea (${brandId}): connect ECONNREFUSED 10.0.0.5:587`,
    );
    expect((await list('failed')).jobs.map(({ kind }) => kind)).toEqual(['rendition']);
    expect((await list('running')).jobs.map(({ kind }) => kind)).toEqual(['push']);
    await expect(operate(server, 'list-jobs', { state: 'lost' })).rejects.toThrow(
      'Expected waiting, running or failed.',
    );
  });

  test('shows no recipient, link, device or statement value', async () => {
    await mailThat(
      'refused',
      '550 <ada@creators.test>: see https://help.example/?code=hunter2 for more\nparams: hunter3',
    );
    await given.pushDevice(brandId, { dueAt: now(), offerId: 'off_1' });
    const { jobs } = await list();
    expect(jobs.map(({ error }) => error)).toContain('550 (address) see (link) for more');
    const text = JSON.stringify(jobs);
    for (const secret of ['ada@creators.test', 'hunter', 'https:', 'fcm.googleapis'])
      expect(text).not.toContain(secret);
  });

  test('mentions that more jobs exist than it lists', async () => {
    const content = passwordChangedEmail.of({});
    for (let count = 0; count < 101; count += 1)
      await queueMail(server.db, { brandId, recipient: 'a@b.test', content, now: now() });
    const { jobs, isCut } = await list('waiting');
    expect([jobs.length, isCut]).toEqual([100, true]);
  });
});

describe('retry-job', () => {
  test('resends an email that was refused, or given up after its last attempt', async () => {
    const job = await mailThat('refused', '550 no');
    await retry(job);
    const { sent, transport } = counting();
    await server.deliverMails(transport);
    expect(sent).toHaveLength(1);
    await server.db.update(mails).set({ status: 'UNSENT', tries: 8 });
    await retry(job);
    await server.deliverMails(failing('retry'));
    // One more attempt, without waiting for another.
    expect((await list()).jobs).toMatchObject([{ state: 'failed', tries: 9 }]);
    server.errors.length = 0;
  });

  test('resends an email that may have been sent only if asked to', async () => {
    const job = await mailThat('unknown', 'The line is bad');
    expect((await list('failed')).jobs[0]?.error).toBe('It may have been sent. The line is bad');
    const { sent, transport } = counting();
    await expect(retry(job)).rejects.toThrow('This email may have been sent. Add --even-if-sent');
    await server.deliverMails(transport);
    expect(sent).toEqual([]);
    await retry(job, true);
    await server.deliverMails(transport);
    expect(sent).toHaveLength(1);
    await expect(retry(job, true)).rejects.toThrow('This email hasn’t failed: it is SENT.');
  });

  test('doesn’t send an email twice if another process still sends it', async () => {
    await queueMail(server.db, { brandId, recipient: 'a@b.test', content: passwordChangedEmail.of({}), now: now() });
    let arrive = () => {};
    const sending = server.deliverMails({
      repeatable: false,
      send: () => new Promise<void>((resolve) => (arrive = resolve)),
    });
    await expect.poll(async () => (await list('running')).jobs.length).toBe(1);
    // The process was delayed for so long that another one gave the email up.
    server.clock.advance(11 * 60_000);
    const { sent, transport } = counting();
    await server.deliverMails(transport);
    const [given] = (await list('failed')).jobs;
    await retry(`mail:${given?.id}`, true);
    arrive();
    await sending;
    await server.deliverMails(transport);
    expect([sent, (await server.db.select().from(mails))[0]?.status]).toEqual([[], 'SENT']);
  });

  test('prepares a draft again, with one more attempt if all were used', async () => {
    const offerId = await given.offer(brandId, await given.campaign(brandId));
    const id = await given.upload(brandId, offerId, {
      state: 'FAILED',
      reason: 'We tried.',
      tries: 3,
      orderedAt: now(),
    });
    await retry(`rendition:${id}`);
    expect((await list()).jobs).toMatchObject([{ state: 'waiting', tries: 3, error: null }]);
    expect(await takeOrder(server.db, now(), 'short')).toMatchObject({ id, tries: 4 });
    await expect(retry(`rendition:${id}`)).rejects.toThrow('This draft hasn’t failed: it is ORDERED.');
    await server.db.update(draftUploads).set({ state: 'FAILED', goneAt: now() }).where(eq(draftUploads.id, id));
    await expect(retry(`rendition:${id}`)).rejects.toThrow('gone, or was replaced by another one');
  });

  test('queries the outcome of a charge, and never creates one', async () => {
    const { brandId: payer, token } = await loggedIn();
    const sandbox = sandboxProvider({ db: server.db, now });
    let taken = 0;
    let isAway = true;
    const card: CardProvider = {
      ...sandbox,
      take: (...asked) => {
        taken += 1;
        return sandbox.take(...asked);
      },
      look: async (...asked) => {
        if (isAway) throw new ProviderUnavailableError('Away');
        return sandbox.look(...asked);
      },
    };
    const { data: method } = await call(server, endpoints.addPaymentMethod, {
      ...{ token, key: newKey(), body: { type: 'stripe', stripeToken: 'pm_sandbox_0278' } },
    });
    await call(server, endpoints.addFunds, {
      ...{ token, key: newKey(), body: { type: 'stripe', paymentMethodId: method.id, amountCents: 25_000 } },
    });
    for (let checks = 0; checks < 8; checks += 1) await checkChargesAfter(hourMs, server, { card, paypal: null });
    const [job] = (await list('waiting')).jobs;
    expect(job).toMatchObject({ kind: 'charge', tries: 8, about: '$250.00 by sandbox', brand: { id: payer } });
    isAway = false;
    expect(await checkChargesAfter(0, server, { card, paypal: null })).toBe(0);
    await retry(`charge:${job?.id}`);
    expect(await checkChargesAfter(0, server, { card, paypal: null })).toBe(1);
    expect([taken, (await booksOf(server.db, payer)).available]).toEqual([0, 25_000]);
    await expect(retry(`charge:${job?.id}`)).rejects.toThrow('This charge is SUCCEEDED. Charges are never repeated');
  });

  test.each([
    ['push:psh_1', 'There is no push psh_1.'],
    ['letter:1', 'Expected a job such as mail:ID. Kinds are mail, push, rendition, charge.'],
    ['mai_1', 'Expected a job such as mail:ID.'],
  ])('%s is refused', async (job, words) => {
    await expect(retry(job)).rejects.toThrow(words);
  });

  test('can’t retry pushes, which aren’t stored', async () => {
    const id = await given.pushDevice(brandId, { dueAt: now() });
    await expect(retry(`push:${id}`)).rejects.toThrow('Pushes can’t be retried by hand');
  });
});
