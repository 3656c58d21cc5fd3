import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { pruneCommandKeys } from '#server/control/run-command-once.ts';
import { commandKeys } from '#server/database/tables/call-tables.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailsTo, newEmail } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();

async function aBrand() {
  const email = newEmail();
  return { email, brandId: await given.brand({ email, approvalStatus: 'PENDING' }) };
}
const approve = (brand: string, more: object = {}, key?: string) =>
  operate<object>(server, 'decide-on-brand', { brand, decision: 'APPROVED', ...more }, '', key);
const seenOf = async (what: 'brand' | 'campaign' | 'offer', input: object) =>
  (await operate<{ seen: string }>(server, `show-${what}`, input)).seen;

describe('a command with a key', () => {
  test('runs once, and a repeat reports that it already ran', async () => {
    const { email } = await aBrand();
    const key = newKey();
    expect(await approve(email, {}, key)).toMatchObject({ changed: true });
    const alreadyDone = server.clock.now().toISOString();
    server.clock.advance(1_000);
    expect(await approve(email, {}, key)).toEqual({ alreadyDone });
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  test('doesn’t repeat a move of an offer that has returned to the same stage', async () => {
    const brandId = await given.brand();
    const offerId = await given.offer(brandId, await given.campaign(brandId), { stageType: 'AWAITING_PACKAGE' });
    const key = newKey();
    const send = () =>
      operate(server, 'move-offer', { offerId, move: 'send-package', input: { carrier: 'DHL' } }, '', key);
    await send();
    await operate(server, 'move-offer', { offerId, move: 'lose-package', input: {} });
    expect(await send()).toHaveProperty('alreadyDone');
    expect((await offerRow(server.db, offerId))?.stageType).toBe('AWAITING_PACKAGE');
  });

  test('refuses the key of another command', async () => {
    const [one, other] = [await aBrand(), await aBrand()];
    const key = newKey();
    await approve(one.email, {}, key);
    await expect(approve(other.email, {}, key)).rejects.toThrow('This key was used for another command.');
  });

  test('leaves the key unused if it is refused', async () => {
    const key = newKey();
    await expect(approve('no@brands.test', {}, key)).rejects.toThrow('No brand has the email');
    const { email } = await aBrand();
    expect(await approve(email, {}, key)).toMatchObject({ changed: true });
  });

  test('is refused if it reads files or is read-only', async () => {
    await expect(operate(server, 'import-creators', { dryRun: true }, '', newKey())).rejects.toThrow('takes no --key');
  });

  test('has its key deleted after 30 days, and no result stored with it', async () => {
    const rows = await server.db.select().from(commandKeys);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['createdAt', 'key', 'requestHash']);
    await pruneCommandKeys(server.db, new Date(server.clock.now().getTime() + 31 * 86_400_000));
    expect(await server.db.select().from(commandKeys)).toEqual([]);
  });
});

describe('a command is refused after an unseen change to', () => {
  test('a brand', async () => {
    const { email, brandId } = await aBrand();
    const seen = await seenOf('brand', { brand: email });
    await server.db.update(brands).set({ description: 'Tobacco' }).where(eq(brands.id, brandId));
    await expect(approve(email, { seen })).rejects.toThrow(
      'The brand has changed since you looked at it. Run show-brand',
    );
    expect(await approve(email, { seen: await seenOf('brand', { brand: email }) })).toMatchObject({ changed: true });
  });

  test('a campaign, ignoring its views and unread mark', async () => {
    const brandId = await given.brand();
    const campaignId = await given.campaign(brandId, { approvalStatus: 'PENDING', workerStatus: null });
    const reject = (seen: string) =>
      operate(server, 'decide-on-campaign', { campaignId, decision: 'REJECTED', reason: 'No tobacco', seen });
    const first = await seenOf('campaign', { campaignId });
    const isThis = eq(campaigns.id, campaignId);
    await server.db
      .update(campaigns)
      .set({ dos: ['Smoke'] })
      .where(isThis);
    await expect(reject(first)).rejects.toThrow('The campaign has changed since you looked at it.');
    const second = await seenOf('campaign', { campaignId });
    await server.db.update(campaigns).set({ unread: true, revision: 99 }).where(isThis);
    expect(await reject(second)).toMatchObject({ changed: true });
  });

  test('an offer, by the number of its last move', async () => {
    const brandId = await given.brand();
    const offerId = await given.offer(brandId, await given.campaign(brandId), { stageType: 'AWAITING_PACKAGE' });
    const seen = await seenOf('offer', { offerId });
    const move = (name: string, input: object = {}) =>
      operate(server, 'move-offer', { offerId, move: name, input, seen });
    await move('send-package', { carrier: 'DHL' });
    await expect(move('lose-package')).rejects.toThrow('This offer has changed since you looked at it.');
  });
});
