import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CampaignChange } from '#contract/brand/campaign-change.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { campaigns, offers } from '#server/database/tables/tables.ts';
import { approvePending } from '#server/demo/approvals.ts';
import { adjustBalance } from '#server/services/admin/adjust.ts';
import { decideOnCampaign } from '#server/services/admin/campaigns.ts';
import { setFee } from '#server/services/admin/fee.ts';
import { campaignLines } from '#server/services/admin/shared/format.ts';
import { campaignText } from '#server/services/admin/show/campaign-text.ts';
import type { ShownCampaign } from '#server/services/admin/show/show-campaign.ts';
import { moveDueCampaigns } from '#server/services/campaigns/campaign-life.ts';
import { settleDue } from '#server/services/campaigns/settle.ts';
import { emailTeam } from '#server/services/notices/team/email-team.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { newCampaign } from '#tests/support/calls/campaigns.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { auditOf, booksOf, emptyBooks } from '#tests/support/money/books.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const { db } = server;
const deliver = mailCollector(server);
const context = { db, now: server.clock.now };
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000);
const tagId = await given.tag();

let brandId: string;
let token: string;

beforeEach(async () => {
  await deliver();
  brandId = await given.brand({ tikTokHandle: 'northwind' });
  await adjust(100_000);
  token = (await server.sessionOf(brandId)).accessToken;
});

const adjust = (amountCents: number) =>
  adjustBalance(context, { brand: brandId, amountCents, note: `By ${amountCents}` });
const terms = { feeCents: 15_000, creators: 3 };
const propose = (campaignId: string, given: { feeCents?: number; creators?: number } = terms) =>
  decideOnCampaign(context, { campaignId, decision: 'APPROVED', asks: [], ...given });
const reject = (campaignId: string) =>
  decideOnCampaign(context, { campaignId, decision: 'REJECTED', reason: 'Too dark.' });

/** A flat-fee campaign in review that starts at once and runs for ten days. */
async function aCampaign(part: Partial<Parameters<typeof newCampaign>[0]> = {}): Promise<string> {
  const body = newCampaign({
    ...{ tagIds: [tagId], title: 'Spring roast', campaignType: 'FLAT_FEE', cpmBudgetCents: null },
    ...{ startAtDeltaSecs: 0, endAtDeltaSecs: 10 * 86_400 },
    ...part,
  });
  return (await call(server, endpoints.createCampaign, { token, key: newKey(), body })).data.id;
}

/** A campaign whose brand has accepted $150 for each of up to three posts. */
async function anAccepted(part: Partial<Parameters<typeof newCampaign>[0]> = {}): Promise<string> {
  const id = await aCampaign(part);
  await propose(id);
  expect((await accept(id)).status).toBe(200);
  return id;
}

const change = (campaignId: string, body: CampaignChange, key = newKey()) =>
  call(server, endpoints.changeCampaign, { token, key, params: { campaignId }, body });
const accept = (campaignId: string, proposal = 1, key = newKey()) =>
  change(campaignId, { change: 'accept-proposal', proposal }, key);
const decline = (campaignId: string, note?: string, proposal = 1) =>
  change(campaignId, { change: 'decline-proposal', proposal, ...(note !== undefined && { note }) });
const read = async (campaignId: string) =>
  (await call(server, endpoints.getCampaign, { token, params: { campaignId } })).data;
const listed = async (campaignId: string) =>
  campaignLines((await operate<{ campaigns: never[] }>(server, 'list-campaigns', {})).campaigns, server.clock.now())
    .split('\n')
    .find((line) => line.includes(campaignId));
const payments = async () =>
  (await call(server, endpoints.listPayments, { token, query: { page: '1', pageSize: '5' } })).data.data;
const books = async () => {
  expect(await auditOf(db, brandId)).toEqual([]);
  return booksOf(db, brandId);
};
const untouched = { ...emptyBooks, available: 100_000, adjustments: -100_000 };
const funded = { ...untouched, available: 55_000, campaigns: 45_000 };

describe('a fee proposal', () => {
  test('leaves the campaign in review and is sent to the brand once', async () => {
    const id = await aCampaign();
    const { changed, campaign } = await propose(id);
    expect([changed, campaign.proposal]).toEqual([true, { ...terms, state: 'PROPOSED', note: null }]);
    expect(await read(id)).toMatchObject({
      ...{ approvalStatus: 'PENDING', CPMWorker: null, unread: true },
      proposal: { number: 1, ...terms, proposedAt: server.clock.now().toISOString() },
    });
    expect((await propose(id)).changed).toBe(false);
    expect((await read(id)).proposal?.number).toBe(1);
    const sent = await deliver();
    expect(sent.map(({ subject }) => subject)).toEqual(['Proposal for Spring roast: $450.00']);
    expect(sent[0]?.text).toContain('$150.00 per post, up to 3 creators, $450.00 in total');
    expect(await listed(id)).toContain('proposed: $150.00 per post, up to 3 creators, $450.00 in total');
    expect(await books()).toEqual(untouched);
  });

  test('needs a fee and a number of creators for a flat-fee campaign', async () => {
    const id = await aCampaign();
    for (const lacking of [{}, { feeCents: 15_000 }, { creators: 3 }]) {
      await expect(propose(id, lacking)).rejects.toThrow('Propose one with --fee and --creators');
    }
    await expect(propose(id, { feeCents: 10_000_000, creators: 10 })).rejects.toThrow('Expected a total cost of up to');
    const drop = await aCampaign({ campaignType: 'DROP' });
    await expect(propose(drop)).rejects.toThrow('doesn’t pay a flat fee');
    expect((await read(drop)).approvalStatus).toBe('PENDING');
  });

  test('isn’t sent once it is outdated', async () => {
    const id = await aCampaign();
    await propose(id);
    await decline(id);
    expect(await deliver()).toEqual([]);
  });

  test('awaits its brand, and returns to the team’s list once declined', async () => {
    const id = await aCampaign();
    const linesOfTeam = async (campaignId: string) =>
      (await deliver()).flatMap(({ text }) => text.split('\n').filter((line) => line.endsWith(`· ${campaignId}`)));
    const asked = () => emailTeam(db, { teamEmail: 'team@afield.test', now: server.clock.now() });
    await propose(id);
    server.clock.advance(60_000);
    await asked();
    expect(await linesOfTeam(id)).toEqual([]);
    await decline(id);
    server.clock.advance(2 * 3_600_000);
    await asked();
    expect(await linesOfTeam(id)).toHaveLength(1);
  });

  test('of the demo’s team is made once', async () => {
    const id = await aCampaign();
    server.clock.advance(60_000);
    await approvePending(context);
    await decline(id);
    await approvePending(context);
    expect((await read(id)).proposal).toMatchObject({ number: 1, ...terms });
  });
});

describe('accepting a fee proposal', () => {
  test('reserves the cost and approves the campaign, once per key', async () => {
    const id = await aCampaign();
    await propose(id);
    const key = newKey();
    const { data } = await accept(id, 1, key);
    expect(data).toMatchObject({
      ...{ approvalStatus: 'APPROVED', CPMWorker: { status: 'SOURCING', budgetCents: 0 } },
      proposal: { ...terms, acceptedAt: server.clock.now().toISOString(), spentCents: 0 },
    });
    expect((await accept(id, 1, key)).data).toEqual(data);
    expect(await books()).toEqual(funded);
    expect((await payments()).map(({ amountCents }) => amountCents).sort()).toEqual([-45_000, 100_000]);
    await expect(reject(id)).rejects.toThrow('is already approved');
    expect((await propose(id, { feeCents: 1, creators: 1 })).changed).toBe(false);
  });

  test('twice at once charges once', async () => {
    const id = await aCampaign();
    await propose(id);
    const both = await Promise.all([accept(id), accept(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.error).toEqual({
      code: 'proposal_changed',
      message: 'This campaign is already approved.',
    });
    expect(await books()).toEqual(funded);
  });

  test('succeeds once for two campaigns at once with money for one', async () => {
    await adjust(-40_000);
    const ids = [await aCampaign(), await aCampaign()];
    for (const id of ids) await propose(id);
    const both = await Promise.all(ids.map((id) => accept(id)));
    expect(both.map(({ status, error }) => error?.code ?? status).sort()).toEqual([200, 'insufficient_balance']);
    expect(await books()).toMatchObject({ available: 15_000, campaigns: 45_000 });
  });

  test('is refused with too little money or a negative balance, and remains possible', async () => {
    const id = await aCampaign();
    await propose(id);
    await adjust(-55_001);
    const short = await accept(id);
    expect([short.status, short.error?.code]).toEqual([402, 'insufficient_balance']);
    await adjust(-45_000);
    expect((await accept(id)).error?.code).toBe('negative_balance');
    expect(await read(id)).toMatchObject({ approvalStatus: 'PENDING', CPMWorker: null });
    await adjust(45_001);
    expect((await accept(id)).status).toBe(200);
    expect(await books()).toMatchObject({ available: 0, campaigns: 45_000 });
  });

  test('is refused for a superseded proposal, with the newest one', async () => {
    const id = await aCampaign();
    await propose(id);
    await propose(id, { feeCents: 20_000, creators: 1 });
    const { status, error } = await accept(id, 1);
    expect([status, error]).toEqual([
      409,
      {
        code: 'proposal_changed',
        message: 'The proposal has changed. It’s now $200.00 per post, up to 1 creator, $200.00 in total.',
      },
    ]);
    expect((await decline(id, 'No.', 1)).error?.code).toBe('proposal_changed');
    expect(await books()).toEqual(untouched);
    expect((await accept(id, 2)).status).toBe(200);
    expect(await books()).toMatchObject({ available: 80_000, campaigns: 20_000 });
  });

  test('concurrently with a change applies to the proposal that was shown, or to none', async () => {
    const id = await aCampaign();
    await propose(id);
    const [answer] = await Promise.all([accept(id, 1), propose(id, { feeCents: 20_000, creators: 2 })]);
    const { proposal } = await read(id);
    expect([answer.status, proposal?.feeCents, (await books()).campaigns]).toEqual(
      answer.status === 200 ? [200, 15_000, 45_000] : [409, 20_000, 0],
    );
  });

  test('concurrently with a rejection by the team has one winner', async () => {
    const id = await aCampaign();
    await propose(id);
    const [answer, rejection] = await Promise.allSettled([accept(id), reject(id)]);
    const { approvalStatus } = await read(id);
    const isApproved = approvalStatus === 'APPROVED';
    expect(answer.status === 'fulfilled' && answer.value.status).toBe(isApproved ? 200 : 409);
    expect(rejection.status).toBe(isApproved ? 'rejected' : 'fulfilled');
    expect(await books()).toEqual(isApproved ? funded : untouched);
  });

  test('is refused for a rejected or archived campaign, and without a proposal', async () => {
    const id = await aCampaign();
    expect((await accept(id)).error?.message).toBe('This campaign has no proposal yet.');
    await propose(id);
    await reject(id);
    expect((await accept(id)).error?.message).toBe('This campaign was not approved.');
    const other = await aCampaign();
    await propose(other);
    await call(server, endpoints.updateCampaign, {
      ...{ token, key: newKey(), params: { campaignId: other }, body: { status: 'ARCHIVED' } },
    });
    expect((await accept(other)).error?.code).toBe('campaign_archived');
    expect(await books()).toEqual(untouched);
  });
});

describe('declining a fee proposal', () => {
  test('returns the proposal to the team with a note, and the team can repeat it', async () => {
    const id = await aCampaign();
    await propose(id);
    const { data } = await decline(id, 'Too much.\nCould it be $100?');
    expect(data).toMatchObject({ approvalStatus: 'PENDING', proposal: { note: 'Too much.\nCould it be $100?' } });
    const words = 'declined: $150.00 per post, up to 3 creators, $450.00 in total (Too much. Could it be $100?)';
    expect(await listed(id)).toContain(words);
    const shown = await operate<ShownCampaign>(server, 'show-campaign', { campaignId: id });
    expect(campaignText(shown, server.clock.now())).toContain(`  Proposal: ${words}\n`);
    expect((await accept(id)).error?.message).toBe(
      'This proposal was already declined. Our team will get back to you.',
    );
    expect((await propose(id)).changed).toBe(true);
    expect((await read(id)).proposal).toEqual({
      ...{ number: 2, ...terms, proposedAt: server.clock.now().toISOString() },
    });
    expect((await accept(id, 1)).error?.code).toBe('proposal_changed');
    expect((await accept(id, 2)).status).toBe(200);
    expect(await books()).toEqual(funded);
  });

  test('is possible with an empty note, and refused with one that is too long', async () => {
    const id = await aCampaign();
    await propose(id);
    expect((await decline(id, 'x'.repeat(501))).status).toBe(400);
    expect((await decline(id, '  ')).data.proposal?.note).toBeUndefined();
  });
});

describe('the number of creators in a flat-fee campaign', () => {
  const refusal = 'the campaign is full';
  const place = (campaignId: string, stageType: (typeof offers.$inferInsert)['stageType'] = 'SUBMIT_EVIDENCE') =>
    given.offer(brandId, campaignId, { stageType });
  const invite = async (campaignId: string) => {
    const creatorId = await given.creator(brandId, { platform: 'TIKTOK' });
    const email = `${crypto.randomUUID()}@creators.test`;
    await given.person(brandId, creatorId, { email });
    const result = await operate<{ invited: unknown[]; refused: { reason: string }[] }>(server, 'invite', {
      ...{ campaignId, emails: [email], tags: [] },
    });
    return result.refused[0]?.reason ?? result.invited.length;
  };
  const move = (offerId: string, name: string) =>
    operate(server, 'move-offer', { offerId, move: name, input: { reason: 'Because.' } });

  test('limits invitations and acceptances, and an offer that ends frees its place', async () => {
    const id = await anAccepted();
    const offered = await place(id, 'OFFERED');
    const accepted = [await place(id), await place(id, 'AWAITING_EVIDENCE_CLEARANCE')];
    expect(await invite(id)).toBe(1);
    const last = await place(id, 'AWAITING_CONTRACT');
    expect(await invite(id)).toBe(`Can’t invite the creator: ${refusal}.`);
    const link = await server.linkOf(offered);
    expect((await openLink(server, link)).data.moves).not.toContain('accept');
    expect((await moveByLink(server, link, { move: 'accept' })).error?.message).toBe(
      `Can’t accept the offer: ${refusal}.`,
    );
    await move(last, 'invalidate');
    expect(await invite(id)).toBe(1);
    expect((await moveByLink(server, link, { move: 'accept' })).status).toBe(200);
    await expect(move(last, 'reopen')).rejects.toThrow(`Can’t reopen the offer: ${refusal}.`);
    await move(accepted[0] ?? '', 'invalidate');
    await move(last, 'reopen');
    expect(await invite(id)).toBe(`Can’t invite the creator: ${refusal}.`);
  });

  test('is reached once by two concurrent acceptances', async () => {
    const id = await anAccepted();
    for (const each of [id, id]) await place(each);
    const links = [await server.linkOf(await place(id, 'OFFERED')), await server.linkOf(await place(id, 'OFFERED'))];
    const both = await Promise.all(links.map((link) => moveByLink(server, link, { move: 'accept' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('counts approved posts permanently, and no offers of another campaign', async () => {
    const id = await anAccepted();
    const other = await anAccepted();
    const post = await place(id);
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/41' } as const;
    await given.submission(brandId, post, { ...link, acceptedAt: server.clock.now() });
    await db.update(offers).set({ stageType: 'ONGOING', invalidationType: 'POST_REMOVED' }).where(eq(offers.id, post));
    for (const each of [id, id]) await place(each);
    expect(await invite(id)).toBe(`Can’t invite the creator: ${refusal}.`);
    expect(await invite(other)).toBe(1);
  });
});

describe('the spend of a flat-fee campaign', () => {
  test('is the fee of each approved post, and the rest is returned at settlement', async () => {
    const id = await anAccepted();
    const offerId = await given.offer(brandId, id, { stageType: 'SUBMIT_EVIDENCE' });
    const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@a/video/42' } as const;
    const submission = await given.submission(brandId, offerId, link);
    await given.offer(brandId, id, { stageType: 'SUBMIT_EVIDENCE' });
    const [before] = await db.select().from(campaigns).where(eq(campaigns.id, id));
    const approved = await call(server, endpoints.acceptEvidence, {
      ...{ token, key: newKey(), params: { id: offerId }, ifMatch: submission },
    });
    expect(approved.data.currentStage.type).toBe('ONGOING');
    const [after] = await db.select().from(campaigns).where(eq(campaigns.id, id));
    expect(Number(after?.revision)).toBeGreaterThan(Number(before?.revision));
    expect((await read(id)).proposal?.spentCents).toBe(15_000);
    expect(await books()).toEqual(funded);
    await moveDueCampaigns(db, inDays(10));
    await settleDue(db, inDays(41));
    expect(await books()).toEqual({ ...untouched, available: 85_000, creators: 15_000 });
    expect(await read(id)).toMatchObject({
      proposal: { spentCents: 15_000 },
      settlement: { settled: { spentCents: 15_000 } },
    });
    expect((await payments()).find(({ amountCents }) => amountCents === 30_000)).toMatchObject({
      ...{ campaignSettled: true, statusReason: expect.stringContaining('$150.00 of $450.00 was spent.') },
    });
    server.clock.advance(42 * 86_400_000);
    const settled = (await deliver()).find(({ subject, text }) => subject.startsWith('Settled') && text.includes(id));
    expect(settled?.text).toContain('It spent $150.00 of its $450.00 budget. The remaining $300.00 is back');
  });

  test('is zero for a campaign archived before its start', async () => {
    const id = await anAccepted({ startAtDeltaSecs: 86_400 });
    expect((await change(id, { change: 'end' })).data.status).toBe('ARCHIVED');
    await settleDue(db, inDays(41));
    expect(await books()).toEqual(untouched);
  });
});

test('a running campaign can be extended, paused, resumed and ended, but not topped up', async () => {
  const id = await anAccepted();
  const { error } = await change(id, { change: 'top-up', amountCents: 15_000 });
  expect(error?.message).toBe('Only a campaign that pays per view has a budget that you can add to.');
  expect((await change(id, { change: 'extend', endAt: inDays(20).toISOString() })).status).toBe(200);
  for (const each of ['pause', 'resume', 'end'] as const) expect((await change(id, { change: each })).status).toBe(200);
  await settleDue(db, inDays(41));
  expect(await books()).toEqual(untouched);
});

test('the team can’t set a fee if a brand has to accept it', async () => {
  const id = await aCampaign();
  await expect(setFee(context, { campaignId: id, feeCents: 5_000 })).rejects.toThrow('Propose a fee');
  await propose(id);
  await accept(id);
  await expect(setFee(context, { campaignId: id, feeCents: 5_000 })).rejects.toThrow('has accepted the fee');
  expect((await read(id)).proposal?.feeCents).toBe(15_000);
});
