import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import type { offers } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { call, newKey, outcomeOf } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { readMails } from '#tests/support/services/mail.ts';

// Covers requesting, resending and revoking links, and the effects of a creator's new address on them.

const dayMs = 86_400_000;
const { server, given } = await apiServer();
const brandId = await given.brand();
const campaignId = await given.campaign(brandId);

const admin = (name: string, input: object) => operate(server, name, input);

/** A creator known to the provider, with an offer. */
async function known(offer: Partial<typeof offers.$inferInsert> = {}) {
  const name = `ada${newKey().toLowerCase()}`;
  const email = `${name}@example.com`;
  const [id, now] = [newId('cre'), server.clock.now()];
  await server.db.insert(creatorProfiles).values({ id, email, firstName: 'Ada', createdAt: now });
  const account = { creatorId: id, platform: 'TIKTOK', username: name } as const;
  await server.db.insert(creatorAccounts).values({ id: newId('soc'), ...account });
  // Brands may spell an account's name differently.
  const creatorId = await given.creator(brandId, { username: name.toUpperCase() });
  const offerId = await given.offer(brandId, campaignId, { creatorId, stageEnteredAt: now, ...offer });
  return { email, name, offerId, token: await server.linkOf(offerId) };
}
const askOnly = (token: string) => call(server, endpoints.requestCreatorLink, { body: { token } });
async function ask(token: string) {
  const answer = await askOnly(token);
  await server.settle();
  return answer;
}
const offerIdOf = (token: string) => server.links.read(token)?.offerId ?? '';
const open = (token: string) => outcomeOf(openLink(server, token));
const accept = (token: string) => moveByLink(server, token, { move: 'accept' });
/** Tokens of the links emailed to an address, in order. */
async function mailedTo(email: string): Promise<string[]> {
  await server.deliverMails();
  const own = readMails(server.dataDir).filter(({ to }) => to.replace(/^.*<|>$/g, '') === email);
  return own.map(({ link }) => new URL(link).pathname.replace('/c/', ''));
}

describe('requesting a new link', () => {
  test('emails it to the stored address, and ends the old one when the new one is used, not when opened', async () => {
    const { email, token } = await known();
    const answer = await ask(token);
    expect([answer.status, answer.text]).toEqual([200, '{}']);
    const [newer = ''] = await mailedTo(email);
    expect(newer).not.toBe(token);
    expect([await open(newer), await open(token)]).toEqual(['200 ok', '200 ok']);
    expect((await accept(newer)).status).toBe(200);
    expect([await open(newer), await open(token)]).toEqual(['200 ok', '410 link_replaced']);
    // The old link can still request another, which its page offers.
    await ask(token);
    expect((await mailedTo(email)).length).toBe(2);
  });

  test('sends at most three emails a day, all with the same token until it is used, and always responds the same', async () => {
    const { email, token } = await known();
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let times = 0; times < 5; times += 1) answers.push(await ask(token));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 {}']));
    const sent = await mailedTo(email);
    expect([sent.length, new Set(sent).size]).toEqual([3, 1]);
    server.clock.advance(dayMs);
    await ask(token);
    expect((await mailedTo(email)).length).toBe(4);
  });

  test('responds before the server checks whether to send an email, so timing reveals nothing', async () => {
    const { token } = await known();
    const state = async () => [await server.db.select().from(mails), await offerRow(server.db, offerIdOf(token))];
    const before = await state();
    expect((await askOnly(token)).text).toBe('{}');
    expect(await state()).toEqual(before);
    await server.settle();
    expect(await state()).not.toEqual(before);
  });

  test('still emails for the newest link when an old one has used up its own limit', async () => {
    const { email, token } = await known();
    await ask(token);
    const [newer = ''] = await mailedTo(email);
    await accept(newer);
    for (let times = 0; times < 5; times += 1) await ask(token);
    const before = (await mailedTo(email)).length;
    await ask(newer);
    expect((await mailedTo(email)).length).toBe(before + 1);
    for (let times = 0; times < 5; times += 1) await ask(token);
    expect((await mailedTo(email)).length).toBe(before + 1);
  });

  test('gets the same response and no email for a deleted or expired offer, or one without a known creator', async () => {
    server.clock.advance(dayMs);
    const long = new Date(server.clock.now().getTime() - 30 * dayMs);
    const over = await known({ stageType: 'REJECTED', stageEnteredAt: long });
    const unclaimed = await server.linkOf(await given.offer(brandId, campaignId));
    const gone = server.links.tokenOf({ id: 'off_01J00000000000000000000000', linkGeneration: 1 });
    const before = (await server.db.select().from(mails)).length;
    for (const token of [over.token, unclaimed, gone]) expect((await ask(token)).text).toBe('{}');
    expect((await server.db.select().from(mails)).length).toBe(before);
  });

  test('does nothing with an unknown token, and is limited to thirty per network in a quarter of an hour', async () => {
    server.clock.advance(dayMs);
    const { token } = await known();
    expect((await ask(`${token.slice(0, -1)}_`)).error?.code).toBe('unauthorized');
    for (let times = 1; times < 30; times += 1) await ask('word');
    const { status, error } = await ask(token);
    expect([status, error?.code]).toEqual([429, 'too_many_requests']);
    server.clock.advance(dayMs);
  });
});

describe('the provider', () => {
  test('resends the same link', async () => {
    const { email, offerId, token } = await known();
    expect(await admin('send-link', { offerId })).toEqual({ offerId, email });
    expect(await mailedTo(email)).toEqual([token]);
  });

  test('can revoke the links, which then open and request nothing until another is sent', async () => {
    const { email, offerId, token } = await known();
    await ask(token);
    const [newer = ''] = await mailedTo(email);
    await admin('end-link', { offerId });
    expect([await open(token), await open(newer)]).toEqual(['410 link_ended', '410 link_ended']);
    expect((await accept(newer)).error?.code).toBe('link_ended');
    await ask(newer);
    expect((await mailedTo(email)).length).toBe(1);
    await admin('end-link', { offerId });
    await admin('send-link', { offerId });
    const another = (await mailedTo(email)).find((each) => each !== newer) ?? '';
    expect([await open(another), await open(newer)]).toEqual(['200 ok', '410 link_replaced']);
  });

  test('can reopen an offer whose links were revoked, and its email has a working one', async () => {
    const { email, offerId, token } = await known();
    await admin('move-offer', { offerId, move: 'invalidate', input: { reason: 'The account was sold.' } });
    await admin('end-link', { offerId });
    await admin('move-offer', { offerId, move: 'reopen', input: {} });
    const [another = ''] = await mailedTo(email);
    expect([await open(another), await open(token)]).toEqual(['200 ok', '410 link_replaced']);
  });

  test('can make a move while no link works, and its email says so without a link', async () => {
    const { email, offerId } = await known({ stageType: 'AWAITING_CONTRACT' });
    await admin('end-link', { offerId });
    await admin('move-offer', { offerId, move: 'receive-contract', input: {} });
    await server.deliverMails();
    const mail = readMails(server.dataDir).find(({ to }) => to.includes(email));
    expect(mail?.text).toContain('Your link was deactivated. Contact the person who sent it to get a new one.');
    expect(mail?.text).not.toContain('/c/');
  });

  test('can change the address, which ends the old address’s links even in pending emails and sends new ones', async () => {
    const { email, name, offerId, token } = await known();
    const ended = await given.offer(brandId, await given.campaign(brandId), {
      ...{ stageType: 'REJECTED', stageEnteredAt: server.clock.now() },
      creatorId: (await offerRow(server.db, offerId))?.creatorId ?? '',
    });
    await ask(token);
    const newEmail = `new-${name}@example.com`;
    const changed = await admin('change-creator-email', { email: email.toUpperCase(), newEmail });
    expect(changed).toEqual({ email: newEmail, links: 1 });
    expect([await open(token), await open(server.links.tokenOf({ id: ended, linkGeneration: 1 }))]).toEqual([
      '410 link_replaced',
      '410 link_replaced',
    ]);
    const [own = ''] = await mailedTo(newEmail);
    expect([await open(own), await mailedTo(email)]).toEqual(['200 ok', []]);
  });

  test('gets an error for each impossible request', async () => {
    const [one, other] = [await known(), await known()];
    const unclaimed = await given.offer(brandId, campaignId);
    const offerId = 'off_01J00000000000000000000000';
    const over = await known({
      stageType: 'REJECTED',
      stageEnteredAt: new Date(server.clock.now().getTime() - 31 * dayMs),
    });
    const refused = [
      ['send-link', { offerId }, `There is no offer ${offerId}.`],
      ['end-link', { offerId }, `There is no offer ${offerId}.`],
      ['send-link', { offerId: unclaimed }, 'No creator has this account. Import the creator first.'],
      ['send-link', { offerId: over.offerId }, 'The offer ended more than 30 days ago, so its links no longer work.'],
      [
        'change-creator-email',
        { email: 'x@example.com', newEmail: 'y@example.com' },
        'No creator has the email x@example.com.',
      ],
      [
        'change-creator-email',
        { email: one.email, newEmail: other.email },
        `${other.email} belongs to another creator.`,
      ],
      ['change-creator-email', { email: one.email, newEmail: 'word' }, 'newEmail'],
    ] as const;
    for (const [name, input, sentence] of refused) await expect(admin(name, input), name).rejects.toThrow(sentence);
    expect(await open(one.token)).toBe('200 ok');
  });
});

test('no error was logged', () => {
  expect(server.errors).toEqual([]);
});
