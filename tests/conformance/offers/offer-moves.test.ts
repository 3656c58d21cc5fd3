import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { EvidenceType, Offer, OfferStageType } from '#contract/brand/offer.ts';
import { evidenceTypes, offerStageTypes } from '#contract/brand/offer.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { type MoveName, type Mover, moveNames, movers } from '#domain/offers/offer-moves.ts';
import { brandScope, writeBrand } from '#server/database/brand-scope.ts';
import { offerDeliveries, offerMoves } from '#server/database/tables/offer-tables.ts';
import { brands, campaigns, creators, offers } from '#server/database/tables/tables.ts';
import { newId } from '#server/ids.ts';
import { invite } from '#server/services/moves/invite.ts';
import { readOffer } from '#server/services/moves/state/offers.ts';
import { MoveRefusedError } from '#server/services/moves/state/refused.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { expectedMove } from '#tests/support/runs/moves-table.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// Tests every stage with each allowed move and some disallowed ones; tests/unit/domain covers all combinations.

const { server, given } = await apiServer();
const now = server.clock.now();
const tenDaysAgo = new Date(now.getTime() - 10 * 86_400_000);
// The offers have waited for ten days, so moves that need a silent brand or an overdue offer are possible.
const brandId = await given.brand({ silentDays: 5 });
const running = await given.campaign(brandId, { asks: ['CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION', 'DRAFT'] });
const ended = await given.campaign(brandId, { workerStatus: 'ENDED_SUCCESSFULLY' });
let made = 0;

interface StagedOffer {
  stage: OfferStageType;
  evidenceType?: EvidenceType;
  campaignId?: string;
  invalidationType?: string;
  /** The stage before the offer ended. */
  before?: OfferStageType;
}

/** An offer in this stage, with the records that such an offer has. */
async function offerAt({
  stage,
  evidenceType = 'VIDEO_WITH_CAPTION',
  campaignId = running,
  ...rest
}: StagedOffer): Promise<string> {
  made += 1;
  const creatorId = await given.creator(brandId, { username: `walker${made}` });
  const since = { stageType: stage, stageEnteredAt: tenDaysAgo, updatedAt: tenDaysAgo };
  const offerId = await given.offer(brandId, campaignId, { creatorId, ...since });
  const isCaption = stage === 'AWAITING_CUSTOM_CAPTION_CLEARANCE';
  const isOwed = stage === 'SUBMIT_EVIDENCE';
  if (isCaption || isOwed || stage === 'AWAITING_EVIDENCE_CLEARANCE' || stage === 'ONGOING') {
    const fulfillment = isCaption || isOwed ? null : `https://example.test/${made}`;
    const none = isOwed ? { submittedAt: null, caption: null } : {};
    // A link is owed only after a draft was approved.
    const isAfterDraft = isOwed && evidenceType === 'PUBLISHED_VIDEO_URL';
    if (isAfterDraft) await given.submission(brandId, offerId, { acceptedAt: tenDaysAgo });
    await given.submission(brandId, offerId, { evidenceType, fulfillment, attempt: isAfterDraft ? 2 : 1, ...none });
  }
  const { invalidationType = stage === 'INVALIDATED' ? 'EXPIRED' : null, before } = rest;
  await server.db
    .update(offers)
    .set({ ...since, invalidationType })
    .where(eq(offers.id, offerId));
  const sentAt = stage === 'SUBMIT_CUSTOM_CAPTION' || stage === 'SUBMIT_EVIDENCE' ? now : null;
  await server.db.insert(offerDeliveries).values({ brandId, offerId, address: 'Somewhere', sentAt });
  const [move, fromStage] = before ? (['invalidate', before] as const) : (['invite', null] as const);
  const at = { at: tenDaysAgo, fromStage, toStage: stage };
  await server.db.insert(offerMoves).values({ brandId, offerId, sequence: 1, move, by: 'provider', ...at });
  return offerId;
}

/** Input for each move that takes any. */
const inputs: { [M in MoveName]?: () => Extract<MoveWithInput, { move: M }>['input'] } = {
  'give-address': () => ({ address: '1 Mill Road, Fernhill' }),
  'send-package': () => ({ carrier: 'DHL', tracking: null }),
  'give-caption': () => ({ caption: 'On the road' }),
  'return-caption': () => ({ reason: 'Name the bottle.' }),
  'submit-draft': () => ({ video: '/files/a.mp4', posterUrl: null, caption: 'Second sip' }),
  'replace-draft': () => ({ video: '/files/b.mp4', posterUrl: null, caption: 'Third sip' }),
  'submit-link': () => ({ link: linkOf(made) }),
  'replace-link': () => ({ link: linkOf(made) }),
  'request-changes': () => ({ requestedChanges: [requestedChange('START_OVER', 'Northwind')] }),
  invalidate: () => ({ reason: 'The account was sold.' }),
};
const linkOf = (number: number) =>
  `https://www.tiktok.com/@walker${number}/video/${String(number).padStart(4, '0')}345678901234567`;

function make(offerId: string, move: MoveName, by: Mover, seen?: string): Promise<Offer> {
  const order = { move, input: inputs[move]?.() ?? {}, offerId, by };
  const decided = seen === undefined ? {} : { seen: { fulfillmentId: seen } };
  return moveNow(server, brandId, { ...order, ...decided } as Parameters<typeof moveNow>[2]);
}

const read = (offerId: string) => readOffer(brandScope(server.db, brandId), offerId);

const isEnd = (stage: OfferStageType) => stage === 'INVALIDATED' || stage === 'REJECTED';

describe.each(evidenceTypes)('an offer with the evidence %s', (evidenceType) => {
  const placesTried = offerStageTypes.filter(
    (stage) => evidenceType === 'VIDEO_WITH_CAPTION' || /EVIDENCE/.test(stage),
  );
  test.each(placesTried)('at %s allows its moves, and refuses all others with a message', async (stage) => {
    const stagedOffer = () => offerAt({ stage, evidenceType, ...(isEnd(stage) && { before: 'AWAITING_PACKAGE' }) });
    const untouched = await stagedOffer();
    const before = await read(untouched);
    for (const by of movers) {
      let refusals = 0;
      for (const move of moveNames) {
        const expected = expectedMove(stage, evidenceType, move, by);
        const at = `${stage} ${move} ${by}`;
        if (expected === undefined) {
          refusals += 1;
          if (refusals > 2) continue;
          const refused = await make(untouched, move, by).catch((error: unknown) => error);
          expect(refused, at).toBeInstanceOf(MoveRefusedError);
          const { message, offer } = refused as MoveRefusedError;
          expect(message, at).toMatch(/^Can’t [a-z’ ]+: [a-z][^.]+\.$/);
          expect(offer, at).toEqual(before);
          continue;
        }
        const offerId = await stagedOffer();
        const after = await make(offerId, move, by);
        expect(after.currentStage.type, at).toBe(expected);
        expect(after.history?.slice(1), at).toEqual([
          expect.objectContaining({ move, by, stage: expected, at: now.toISOString() }),
        ]);
        // A submission under review must have content.
        const { type, fulfillment } = after.currentStage;
        if (type === 'AWAITING_EVIDENCE_CLEARANCE') expect(fulfillment?.fulfillment, at).toEqual(expect.any(String));
        if (type === 'SUBMIT_EVIDENCE') expect(fulfillment, at).toMatchObject({ fulfillment: null });
      }
    }
    expect(await read(untouched)).toEqual(before);
  });
});

test('an invalidated offer can only be reopened, into its previous stage', async () => {
  const offerId = await offerAt({ stage: 'AWAITING_EVIDENCE_CLEARANCE', invalidationType: 'ADMIN_INVALIDATED' });
  await expect(make(offerId, 'approve', 'brand')).rejects.toThrow('Can’t approve: the offer has ended.');
  const after = await make(offerId, 'reopen', 'provider');
  expect([after.currentStage.type, after.invalidationType]).toEqual(['AWAITING_EVIDENCE_CLEARANCE', null]);
});

describe('further conditions of a move', () => {
  const set = (values: Partial<typeof campaigns.$inferInsert>) =>
    server.db.update(campaigns).set(values).where(eq(campaigns.id, running));

  test('a creator can act only in a running campaign; the other parties can still clean up', async () => {
    const creatorsMoves = [
      ['OFFERED', 'accept'],
      ['SUBMIT_ADDRESS', 'give-address'],
      ['SUBMIT_CUSTOM_CAPTION', 'give-caption'],
      ['SUBMIT_EVIDENCE', 'submit-draft'],
      ['AWAITING_EVIDENCE_CLEARANCE', 'replace-draft'],
    ] as const;
    for (const [stage, move] of creatorsMoves) {
      const offerId = await offerAt({ stage, campaignId: ended });
      await expect(make(offerId, move, 'creator')).rejects.toThrow(/: the campaign isn’t running\.$/);
    }
    const inReview = await offerAt({ stage: 'AWAITING_EVIDENCE_CLEARANCE', campaignId: ended });
    expect((await make(inReview, 'approve', 'brand')).currentStage.type).toBe('SUBMIT_EVIDENCE');
  });

  test('an earning falls due once its campaign has ended, and an offer of an ended one can’t be reopened', async () => {
    const offerId = await offerAt({ stage: 'ONGOING', campaignId: ended });
    expect((await make(offerId, 'fall-due', 'clock')).currentStage.type).toBe('AWAITING_EARNING_CLEARANCE');
    await make(offerId, 'invalidate', 'provider');
    await expect(make(offerId, 'reopen', 'provider')).rejects.toThrow(
      'Can’t reopen the offer: the campaign has ended.',
    );
  });

  test('the provider decides for a brand that has been silent for its configured time, and for no other', async () => {
    const isBrand = eq(brands.id, brandId);
    const offerId = await offerAt({ stage: 'AWAITING_EVIDENCE_CLEARANCE' });
    await server.db.update(brands).set({ silentDays: 11 }).where(isBrand);
    await expect(make(offerId, 'approve', 'provider')).rejects.toThrow(
      'Can’t approve: the brand has 11 days to decide.',
    );
    await server.db.update(brands).set({ silentDays: null }).where(isBrand);
    await expect(make(offerId, 'approve', 'provider')).rejects.toThrow('Can’t approve: only the brand can decide.');
    expect((await make(offerId, 'approve', 'brand')).currentStage.type).toBe('SUBMIT_EVIDENCE');
    await server.db.update(brands).set({ silentDays: 5 }).where(isBrand);
  });

  test.each([
    [['PARENT_CONTRACT', 'DRAFT'], 'AWAITING_PARENT_CONTRACT', null],
    [['PACKAGE', 'DRAFT'], 'SUBMIT_ADDRESS', null],
    [['CUSTOM_CAPTION'], 'SUBMIT_CUSTOM_CAPTION', null],
    [['DRAFT'], 'SUBMIT_EVIDENCE', 'VIDEO_WITH_CAPTION'],
    [[], 'SUBMIT_EVIDENCE', 'PUBLISHED_VIDEO_URL'],
    [null, 'SUBMIT_EVIDENCE', 'VIDEO_WITH_CAPTION'],
  ] as const)('in a campaign that asks for %j, accepting leads to %s', async (asks, stage, owed) => {
    await set({ asks: asks && [...asks] });
    const { currentStage } = await make(await offerAt({ stage: 'OFFERED' }), 'accept', 'creator');
    expect([currentStage.type, currentStage.fulfillment?.evidenceType ?? null]).toEqual([stage, owed]);
    await set({ asks: ['CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION', 'DRAFT'] });
  });

  test('completed work isn’t requested again, so an approved caption survives a lost package', async () => {
    const offerId = await offerAt({ stage: 'AWAITING_PACKAGE' });
    await make(offerId, 'send-package', 'provider');
    await make(offerId, 'give-caption', 'creator');
    const owed = await make(offerId, 'clear-caption', 'provider');
    await make(offerId, 'lose-package', 'provider');
    const again = await make(offerId, 'send-package', 'provider');
    // The creator owes the same attempt as before.
    expect(again.currentStage).toMatchObject({ type: 'SUBMIT_EVIDENCE', fulfillment: owed.currentStage.fulfillment });
  });
});

describe('links', () => {
  const submit = (offerId: string, link: string) =>
    moveNow(server, brandId, { move: 'submit-link', input: { link }, offerId, by: 'creator' });
  const owing = () => offerAt({ stage: 'SUBMIT_EVIDENCE', evidenceType: 'PUBLISHED_VIDEO_URL' });

  test.each([
    ['https://www.youtube.com/shorts/abcdefghijk', 'This is a YouTube link, but the offer is for TikTok.'],
    [
      'https://www.tiktok.com/@someone.else/video/712345678901234567',
      /^This post is by @someone\.else, but the offer is for @walker/,
    ],
    ['https://www.tiktok.com/@someone', 'This is a link to a profile. Open the post and copy its link from TikTok.'],
    ['https://example.com/video', 'This isn’t a link to a post. Copy the post’s link from TikTok.'],
  ])('%s is refused with a message', async (link, words) => {
    await expect(submit(await owing(), link)).rejects.toThrow(words);
  });

  test('a short link names no account and is accepted, tracking parameters are removed, and duplicates are refused', async () => {
    const first = await submit(await owing(), 'http://vm.tiktok.com/ZMabc123/?utm=1');
    expect(first.currentStage.fulfillment?.fulfillment).toBe('https://vm.tiktok.com/ZMabc123/');
    await expect(submit(await owing(), 'https://vm.tiktok.com/ZMabc123/')).rejects.toThrow(
      'This post was already submitted.',
    );
  });
});

describe('concurrency', () => {
  test('one of several concurrent moves of an offer wins, and the others get the current state', async () => {
    const offerId = await offerAt({ stage: 'OFFERED' });
    const tried = await Promise.allSettled([
      make(offerId, 'accept', 'creator'),
      make(offerId, 'decline', 'creator'),
      make(offerId, 'expire', 'clock'),
      make(offerId, 'accept', 'creator'),
    ]);
    const won = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won).toHaveLength(1);
    const is = await read(offerId);
    expect(won).toEqual([is]);
    for (const each of tried) {
      if (each.status === 'rejected') expect((each.reason as MoveRefusedError).offer).toEqual(is);
    }
    expect(is.history).toHaveLength(2);
  });

  test('a decision on a submission that was replaced is refused with the new one', async () => {
    const offerId = await offerAt({ stage: 'AWAITING_EVIDENCE_CLEARANCE' });
    const seen = (await read(offerId)).currentStage.fulfillment?.id ?? '';
    const replaced = await make(offerId, 'replace-draft', 'creator');
    expect(replaced.currentStage.fulfillment?.id).not.toBe(seen);
    expect(replaced.review?.attempt).toBe(2);
    const refused = await make(offerId, 'approve', 'brand', seen).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: 'This offer has changed since you looked at it.', offer: replaced });
    await make(offerId, 'approve', 'brand', replaced.currentStage.fulfillment?.id);
  });
});

describe('invitations', () => {
  const inviteTo = (campaignId: string, creatorId: string) =>
    writeBrand({ db: server.db, brandId }, (writer) => invite(writer, { campaignId, creatorId, now }, afterMove));

  test('a creator is invited once, to a running campaign on a matching platform', async () => {
    const creatorId = await given.creator(brandId);
    const offer = await inviteTo(running, creatorId);
    expect(offer).toMatchObject({ currentStage: { type: 'OFFERED' }, history: [{ move: 'invite', by: 'provider' }] });
    const why = 'Can’t invite the creator: ';
    await expect(inviteTo(running, creatorId)).rejects.toThrow(
      `${why}the creator already has an offer for this campaign.`,
    );
    await expect(inviteTo(ended, await given.creator(brandId))).rejects.toThrow(`${why}the campaign isn’t running.`);
    const onYoutube = await given.creator(brandId, { platform: 'YOUTUBE' });
    await expect(inviteTo(running, onYoutube)).rejects.toThrow(`${why}the campaign isn’t on that platform.`);
    await expect(inviteTo(newId('cmp'), creatorId)).rejects.toThrow('Campaign not found.');
  });

  test('another brand’s offers and creators can’t be found', async () => {
    const other = await given.brand();
    const foreign = await given.creator(other);
    await expect(inviteTo(running, foreign)).rejects.toThrow('Creator not found.');
    const theirs = await given.offer(other, await given.campaign(other));
    await expect(make(theirs, 'accept', 'creator')).rejects.toThrow('Offer not found.');
    const rows = await server.db
      .select()
      .from(creators)
      .where(and(eq(creators.brandId, brandId), eq(creators.id, foreign)));
    expect(rows).toEqual([]);
  });
});

test('captions don’t count as versions of the draft', async () => {
  const campaignId = await given.campaign(brandId, { asks: ['CUSTOM_CAPTION', 'DRAFT'] });
  const offerId = await given.offer(brandId, campaignId, { stageType: 'SUBMIT_CUSTOM_CAPTION' });
  const attempt = async () => (await read(offerId)).review?.attempt;
  await make(offerId, 'give-caption', 'creator');
  await make(offerId, 'return-caption', 'provider');
  await make(offerId, 'give-caption', 'creator');
  expect(await attempt()).toBe(0);
  await make(offerId, 'clear-caption', 'provider');
  await make(offerId, 'submit-draft', 'creator');
  expect(await attempt()).toBe(1);
  await make(offerId, 'request-changes', 'brand');
  const { review } = await read(offerId);
  expect(review).toMatchObject({ attempt: 2, changeRequests: [{ attempt: 1 }] });
});
