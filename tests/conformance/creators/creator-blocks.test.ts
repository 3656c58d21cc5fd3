import { describe, expect, test } from 'vitest';
import type { OfferStageType } from '#contract/brand/offer.ts';
import { remindCreators } from '#server/services/notices/creators/remind.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { importContent, metricsFile, row } from '#tests/support/calls/metrics.ts';
import { offerRow } from '#tests/support/calls/offers.ts';
import { beginTus, tusCall } from '#tests/support/calls/tus-client.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailsTo } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const address = await server.listen();
const brandId = await given.brand();
const reason = 'Two posts had bought views.';
const post = 'https://www.tiktok.com/@ada.moss/video/7301234567890123456';

const block = (email: string, why = reason) => operate(server, 'block-creator', { email, reason: why });
const unblock = (email: string) => operate(server, 'unblock-creator', { email });

/** A creator with an offer in this stage of a running campaign, and the campaign. */
async function atWork(stageType: OfferStageType = 'SUBMIT_ADDRESS') {
  const username = `ada${newKey().toLowerCase()}`;
  const email = `${username}@creators.test`;
  const campaignId = await given.campaign(brandId);
  const creatorId = await given.creator(brandId, { username });
  await given.person(brandId, creatorId, { email });
  const stageEnteredAt = server.clock.now();
  const offerId = await given.offer(brandId, campaignId, { creatorId, stageType, stageEnteredAt });
  return { username, email, campaignId, creatorId, offerId, token: await server.linkOf(offerId) };
}
const invited = (email: string, campaignId: string) =>
  operate<{ invited: unknown[]; refused: { reason: string }[] }>(server, 'invite', { campaignId, emails: [email] });

/** Requests of an upload by this link, half of which has arrived. */
async function uploading(token: string) {
  const video = new Uint8Array(2_000);
  const begin = () => beginTus(address, token, video.length, { filename: 'IMG_0042.MOV' });
  const { status, headers } = await begin();
  expect(status).toBe(201);
  const upload = headers.location ?? '';
  const head = () => tusCall(address, 'HEAD', upload, { token });
  const patch = (offset: number) =>
    tusCall(address, 'PATCH', upload, {
      ...{ token, body: video.subarray(offset, offset + 1_000), headers: { 'Upload-Offset': String(offset) } },
    });
  expect((await patch(0)).status).toBe(204);
  return { begin, patch, head };
}

test('a link revoked by the team can’t upload, not even the rest of a started upload', async () => {
  const { offerId, token } = await atWork('SUBMIT_EVIDENCE');
  const { begin, patch, head } = await uploading(token);
  await operate(server, 'end-link', { offerId });
  expect(await begin()).toMatchObject({ status: 410, code: 'link_ended' });
  expect(await patch(1_000)).toMatchObject({ status: 410, code: 'link_ended' });
  expect((await head()).status).toBe(410);
});

describe('a blocked creator', () => {
  test('gets no invitation', async () => {
    const { email } = await atWork();
    const other = await given.campaign(brandId);
    await block(email);
    expect(await invited(email, other)).toMatchObject({
      invited: [],
      refused: [{ reason: 'Can’t invite the creator: the creator is blocked.' }],
    });
    await unblock(email);
    expect((await invited(email, other)).invited).toHaveLength(1);
  });

  test.each([
    ['OFFERED', { move: 'accept' }],
    ['OFFERED', { move: 'decline' }],
    ['SUBMIT_ADDRESS', { move: 'give-address', address: '1 Main St' }],
    ['SUBMIT_ADDRESS', { move: 'withdraw' }],
  ] as const)('in the stage %s can’t make the move %j, and sees why', async (stageType, move) => {
    const { email, offerId, token } = await atWork(stageType);
    expect((await openLink(server, token)).data).toMatchObject({ blocked: null });
    await block(email);
    expect((await openLink(server, token)).data).toMatchObject({ moves: [], blocked: { reason } });
    const { status, error } = await moveByLink(server, token, move);
    expect([status, error?.code]).toEqual([409, 'move_refused']);
    expect(error?.message).toMatch(/: your account is blocked\.$/);
    expect((await offerRow(server.db, offerId))?.stageType).toBe(stageType);
    await unblock(email);
    expect((await moveByLink(server, token, move)).status).toBe(200);
  });

  test('can’t upload: no upload starts, and an unfinished one accepts no more bytes until the block ends', async () => {
    const { email, token } = await atWork('SUBMIT_EVIDENCE');
    const { begin, patch, head } = await uploading(token);
    const refused = { status: 403, message: 'Can’t upload: your account is blocked.' };
    await block(email);
    expect(await patch(1_000)).toMatchObject(refused);
    expect(await begin()).toMatchObject(refused);
    expect((await head()).status).toBe(403);
    await unblock(email);
    expect((await head()).headers['upload-offset']).toBe('1000');
    expect((await patch(1_000)).status).toBe(204);
  });

  test('keeps work in progress: the brand decides, and the team can move the offer', async () => {
    const { email, offerId } = await atWork('AWAITING_PACKAGE');
    await block(email);
    await operate(server, 'move-offer', { offerId, move: 'send-package', input: { carrier: 'DHL' } });
    expect((await offerRow(server.db, offerId))?.stageType).toBe('SUBMIT_EVIDENCE');
  });

  test('gets no reminders', async () => {
    const { email } = await atWork('OFFERED');
    const { email: reminded } = await atWork('OFFERED');
    await block(email);
    server.clock.advance(2 * 86_400_000);
    await remindCreators(server.db, server.clock.now());
    const remindersTo = async (address: string) => (await mailsTo(server, address)).length;
    expect([await remindersTo(email), await remindersTo(reminded)]).toEqual([0, 1]);
  });

  test('gets no offer from a metrics file, and figures of earlier offers are still stored', async () => {
    const { email, username, campaignId } = await atWork('ONGOING');
    await block(email);
    const link = (id: string) => post.replace('ada.moss', username).replace('7301234567890123456', id);
    const file = (id: string) =>
      metricsFile([
        row('', '2026-03-05', 100, {
          ...{ socialPlatform: 'TIKTOK', socialUsername: username, finalPostUrl: link(id) },
        }),
      ]);
    expect(await importContent(server, campaignId, file('7301234567890123001'))).toMatchObject({ refused: [] });
    const other = await given.campaign(brandId);
    const report = await importContent(server, other, file('7301234567890123002'));
    expect(report.refused.map((refused) => refused.reason)).toEqual([
      `finalPostUrl: The creator of @${username} is blocked and can’t get a new offer. Unblock the creator first.`,
    ]);
    expect(report.made).toEqual({ creators: 0, offers: 0, posts: 0 });
  });
});

describe('the block commands', () => {
  test('replace an earlier reason, and change nothing when repeated', async () => {
    const { email } = await atWork();
    expect(await block(email)).toMatchObject({ creator: { email, block: { reason } }, changed: true });
    expect(await block(email)).toMatchObject({ changed: false });
    expect(await block(email, 'Another reason')).toMatchObject({ creator: { block: { reason: 'Another reason' } } });
    expect(await operate(server, 'list-creators', {})).toMatchObject({
      creators: expect.arrayContaining([expect.objectContaining({ email, block: expect.anything() })]),
    });
    expect(await unblock(email)).toMatchObject({ creator: { block: null }, changed: true });
    expect(await unblock(email)).toMatchObject({ changed: false });
  });

  test('refuse an unknown email and a missing reason', async () => {
    await expect(block('no@creators.test')).rejects.toThrow('No creator has the email no@creators.test.');
    const { email } = await atWork();
    await expect(block(email, ' ')).rejects.toThrow('reason: Expected a reason.');
  });
});
