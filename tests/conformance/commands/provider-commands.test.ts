import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { MoveWithInput } from '#domain/offers/move-inputs.ts';
import { creatorAccounts, creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { offerDeliveries } from '#server/database/tables/offer-tables.ts';
import { campaigns } from '#server/database/tables/tables.ts';
import type { CreatorsReport } from '#server/services/admin/creators/import-creators.ts';
import type { InviteReport } from '#server/services/admin/creators/invite-creators.ts';
import { forgetAddresses } from '#server/services/moves/delivery.ts';
import { call } from '#tests/support/calls/call.ts';
import { approveUnfunded } from '#tests/support/calls/campaigns.ts';
import { openLink } from '#tests/support/calls/creator-link.ts';
import { askChanges } from '#tests/support/calls/feed.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

// The effects of `npm run admin`, on a database without the demo.

const { server, given, loggedIn } = await apiServer();
const { brandId, token } = await loggedIn();

const admin = <T = { offer: Offer }>(name: string, input: object, file = '') => operate<T>(server, name, input, file);
const move = (offerId: string, name: string, input: object = {}, seen?: string) =>
  admin('move-offer', { offerId, move: name, input, ...(seen === undefined ? {} : { seen }) });

const header = 'email,firstName,lastName,platform,username';
const importOf = (lines: string[], dryRun = false) =>
  admin<CreatorsReport>('import-creators', { dryRun }, [header, ...lines].join('\n'));
const countOf = async () => [
  (await server.db.select().from(creatorProfiles)).length,
  (await server.db.select().from(creatorAccounts)).length,
];

describe('creators from a file', () => {
  const file = [
    'Ada@Example.com,Ada,Moss,tiktok,@ada.moss',
    'ada@example.com,Ada,Moss,YOUTUBE,adamoss',
    'bo@example.com,Bo,Lind,TikTok,bo_lind',
  ];

  test('accept emails with apostrophes and international domains, and find them in every spelling', async () => {
    const odd = ["o'brien@example.com,Pat,O’Brien,TIKTOK,obrien", 'Mia@Bücher.example,Mia,Buch,TIKTOK,mia.buch'];
    expect(await importOf(odd)).toMatchObject({ creators: { made: 2 }, refused: [] });
    const again = await importOf(['mia@xn--bcher-kva.example,Mia,Buch,TIKTOK,mia.buch']);
    expect(again).toMatchObject({ creators: { made: 0 }, accounts: { known: 1 }, refused: [] });
    await server.db.delete(creatorAccounts);
    await server.db.delete(creatorProfiles);
  });

  test('are only listed in a dry run, are created in a real run, and are unchanged in a repeat', async () => {
    const result = {
      rows: 3,
      creators: { made: 2, renamed: 0 },
      accounts: { made: 3, known: 0 },
      tagged: 0,
      refused: [],
    };
    expect(await importOf(file, true)).toEqual({ ...result, dryRun: true });
    expect(await countOf()).toEqual([0, 0]);
    expect(await importOf(file)).toEqual({ ...result, dryRun: false });
    expect(await countOf()).toEqual([2, 3]);
    const again = await importOf(file);
    expect(again).toMatchObject({ creators: { made: 0, renamed: 0 }, accounts: { made: 0, known: 3 }, refused: [] });
    expect(await admin('list-creators', {})).toMatchObject({
      creators: [
        {
          email: 'ada@example.com',
          accounts: [
            { platform: 'TIKTOK', username: 'ada.moss' },
            { platform: 'YOUTUBE', username: 'adamoss' },
          ],
        },
        { email: 'bo@example.com', accounts: [{ platform: 'TIKTOK', username: 'bo_lind' }] },
      ],
    });
  });

  test('bad rows are reported by line with the expected value; good ones are imported', async () => {
    const report = await importOf([
      'cy@example.com,Cy,Park,TIKTOK,cypark',
      'not an email,Cy,Park,TIKTOK,cypark2',
      'cy@example.com,Cy,Park,MYSPACE,cypark3',
      'cy@example.com,Cy,Park,TIKTOK,two words',
      'dee@example.com,Dee,Fox,TIKTOK,CyPark',
      'cy@example.com,Cy,Park,TIKTOK',
      'cy@example.com,Cyrus,Park,INSTAGRAM,cypark',
    ]);
    expect(report).toMatchObject({ rows: 7, creators: { made: 1, renamed: 1 }, accounts: { made: 2, known: 0 } });
    expect(report.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: email is "not an email". Expected an email such as ada@example.com.',
      expect.stringMatching(/^4: platform is "MYSPACE"\. Expected one of INSTAGRAM, TIKTOK, /),
      '5: username is "two words". Expected a username such as @ada.moss.',
      '6: @CyPark on TIKTOK belongs to cy@example.com. Use another account, or that email.',
      expect.stringMatching(/^7: /),
    ]);
  });

  test.each([
    ['', 'The file is empty.'],
    ['email;firstName', 'These columns are missing: lastName, platform, username.'],
    ['Creators\nemail,firstName', 'Line 1 is “Creators”, but the column names are in line 2.'],
    ['email,firstName,lastName,platform', 'These columns are missing: username.'],
  ])('are refused as a whole in the file %j', async (text, words) => {
    await expect(admin('import-creators', { dryRun: false }, text)).rejects.toThrow(words);
  });

  test('a file with semicolons and column names in another case is accepted', async () => {
    const text = 'EMAIL;FirstName;lastname;Platform;username;Tags\nflo@example.com;Flo;Reef;TIKTOK;flo.reef;\n';
    const report = await admin('import-creators', { dryRun: true }, text);
    expect(report).toMatchObject({ rows: 1, creators: { made: 1 }, refused: [] });
  });

  test('the same account in two concurrent imports belongs to one creator', async () => {
    const reports = await Promise.all(
      ['eve@example.com', 'eva@example.com'].map((email) => importOf([`${email},Ev,Ast,TIKTOK,ev.ast`])),
    );
    expect(reports.map(({ accounts }) => accounts.made).sort()).toEqual([0, 1]);
    expect(reports.flatMap(({ refused }) => refused)).toHaveLength(1);
  });
});

describe('invitations', () => {
  test('go to creators by their accounts on the campaign’s platforms, and others are reported', async () => {
    const campaignId = await given.campaign(brandId, { platforms: ['TIKTOK'] });
    await importOf(['yu@example.com,Yu,Tan,YOUTUBE,yutan', 'ada@example.com,Ada,Moss,TIKTOK,ada.moss']);
    const emails = ['ADA@example.com', 'ada@example.com', 'yu@example.com', 'nobody@example.com'];
    const result = await admin<InviteReport>('invite', { campaignId, emails });
    expect(result).toEqual({
      invited: [{ offerId: expect.any(String), email: 'ada@example.com', platform: 'TIKTOK', username: 'ada.moss' }],
      refused: [
        { email: 'yu@example.com', reason: 'The creator has no account on TIKTOK.' },
        { email: 'nobody@example.com', reason: 'No creator has this email. Import the creator first.' },
      ],
      passedOver: 0,
    });
    const { data } = await call(server, endpoints.listOffers, { token, query: { campaignId } });
    expect(data.data).toMatchObject([
      {
        user: { firstName: 'Ada', lastName: 'Moss' },
        socialAccount: { platform: 'TIKTOK', username: 'ada.moss' },
        currentStage: { type: 'OFFERED' },
      },
    ]);
    const again = await admin<InviteReport>('invite', { campaignId, emails: ['ada@example.com'] });
    const reason = 'Can’t invite the creator: the creator already has an offer for this campaign.';
    expect(again).toEqual({ invited: [], refused: [{ email: 'ada@example.com', reason }], passedOver: 0 });
  });

  test('an account that the brand already knows stays the same', async () => {
    const campaignId = await given.campaign(brandId);
    await given.creator(brandId, { username: 'Known.One' });
    await importOf(['known@example.com,Kay,Nown,TIKTOK,known.one']);
    const { invited } = await admin<InviteReport>('invite', { campaignId, emails: ['known@example.com'] });
    expect(invited).toHaveLength(1);
    const { data } = await call(server, endpoints.listOffers, { token, query: { campaignId } });
    expect(data.data[0]?.socialAccount.username).toBe('Known.One');
  });
});

describe('the provider’s moves', () => {
  async function offerIn(asks: ('CONTRACT' | 'PACKAGE' | 'CUSTOM_CAPTION' | 'DRAFT')[]) {
    const campaignId = await given.campaign(brandId, { asks });
    const offerId = await given.offer(brandId, campaignId, { stageEnteredAt: server.clock.now() });
    const creator = (order: MoveWithInput) => moveNow(server, brandId, { ...order, offerId, by: 'creator' });
    await creator({ move: 'accept', input: {} });
    return { offerId, campaignId, creator };
  }
  const stageOf = ({ offer }: { offer: Offer }) => offer.currentStage.type;

  test('take an offer through all its stages, together with its creator’s and the brand’s', async () => {
    const { offerId, campaignId, creator } = await offerIn(['CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION']);
    expect(stageOf(await move(offerId, 'receive-contract'))).toBe('SUBMIT_ADDRESS');
    await creator({ move: 'give-address', input: { address: '1 Mill Road' } });
    expect(stageOf(await move(offerId, 'send-package', { carrier: 'DHL', tracking: 'JD01' }))).toBe(
      'SUBMIT_CUSTOM_CAPTION',
    );
    await creator({ move: 'give-caption', input: { caption: 'On the road' } });
    const returned = await move(offerId, 'return-caption', { reason: 'Name the bottle.' });
    expect(stageOf(returned)).toBe('SUBMIT_CUSTOM_CAPTION');
    expect(returned.offer.history?.at(-1)).toMatchObject({ move: 'return-caption', reason: 'Name the bottle.' });
    await creator({ move: 'give-caption', input: { caption: 'The bottle on the road' } });
    expect(stageOf(await move(offerId, 'clear-caption'))).toBe('SUBMIT_EVIDENCE');
    const { username } = returned.offer.socialAccount;
    const link = `https://www.tiktok.com/@${username}/video/712345678901234567`;
    const submitted = await move(offerId, 'submit-link', { link });
    expect(stageOf(submitted)).toBe('AWAITING_EVIDENCE_CLEARANCE');
    const seen = submitted.offer.currentStage.fulfillment?.id ?? '';
    const approve = () => move(offerId, 'approve', {}, seen);
    await expect(approve()).rejects.toThrow('Can’t approve: only the brand can decide.');
    const email = `${brandId.toLowerCase()}@brands.test`;
    expect(await admin('brand-terms', { brand: email, silentDays: 2 })).toMatchObject({ email, silentDays: 2 });
    await expect(approve()).rejects.toThrow('Can’t approve: the brand has 2 days to decide.');
    server.clock.advance(2 * 86_400_000);
    expect(stageOf(await approve())).toBe('ONGOING');
    await server.db.update(campaigns).set({ workerStatus: 'ENDED_SUCCESSFULLY' }).where(eq(campaigns.id, campaignId));
    await admin('brand-terms', { brand: email, silentDays: null });
    await expect(move(offerId, 'clear-earning')).rejects.toThrow('Can’t clear the earnings: the offer is ongoing.');
  });

  test('can decide for a silent brand on the submission that was viewed, and on no other', async () => {
    const ownBrand = await given.brand({ silentDays: 1 });
    const offerId = await given.offer(ownBrand, await given.campaign(ownBrand));
    const first = await given.submission(ownBrand, offerId, {}, new Date(server.clock.now().getTime() - 86_400_000));
    const requestedChanges = [{ templateName: 'START_OVER', variables: {} }];
    for (const [name, input] of [['approve', {}] as const, ['request-changes', { requestedChanges }] as const]) {
      await expect(move(offerId, name, input)).rejects.toThrow('Expected the ID of the submission you reviewed');
      const other = 'ful_01J00000000000000000000000';
      await expect(move(offerId, name, input, other)).rejects.toThrow(
        `The offer has a newer submission: ${first}. Review it before you decide.`,
      );
    }
    const decided = await move(offerId, 'request-changes', { requestedChanges }, first);
    expect(stageOf(decided)).toBe('SUBMIT_EVIDENCE');
  });

  test('an invalidated offer has its reason in the history, and is reopened in its previous stage', async () => {
    const { offerId } = await offerIn(['DRAFT']);
    const { offer } = await move(offerId, 'invalidate', { reason: 'The account was sold.' });
    expect(offer).toMatchObject({ currentStage: { type: 'INVALIDATED' }, invalidationType: 'ADMIN_INVALIDATED' });
    expect(offer.history?.at(-1)).toMatchObject({
      move: 'invalidate',
      by: 'provider',
      reason: 'The account was sold.',
    });
    const reopened = await move(offerId, 'reopen');
    expect(reopened.offer).toMatchObject({ currentStage: { type: 'SUBMIT_EVIDENCE' }, invalidationType: null });
  });

  test.each([
    ['accept', {}, 'Can’t accept the offer: only the creator can do that.'],
    ['send-package', {}, 'carrier: '],
    ['send-package', { carrier: 'DHL' }, 'Can’t mark the package as sent: the offer is waiting for a submission.'],
    ['invalidate', { reason: ' ' }, 'reason: '],
    [
      'submit-link',
      { link: 'https://www.youtube.com/shorts/abcdefghijk' },
      'Can’t submit a link: the offer needs a draft.',
    ],
    ['request-changes', { requestedChanges: [{ templateName: 'nicer', variables: {} }] }, /templateName/],
    ['teleport', {}, 'move: '],
  ])('are refused with a message: %s %j', async (name, input, words) => {
    const { offerId } = await offerIn(['DRAFT']);
    await expect(move(offerId, name, input)).rejects.toThrow(words);
  });

  test('report an unknown offer and an unknown campaign', async () => {
    const nowhere = `off_${'0'.repeat(26)}`;
    await expect(move(nowhere, 'reopen')).rejects.toThrow(`There is no offer ${nowhere}.`);
    const none = `cmp_${'0'.repeat(26)}`;
    await expect(admin('list-offers', { campaignId: none, stages: [] })).rejects.toThrow(
      `There is no campaign ${none}.`,
    );
    await expect(admin('invite', { campaignId: none, emails: ['a@b.test'] })).rejects.toThrow(
      `There is no campaign ${none}.`,
    );
  });

  test('an offer list can be filtered by campaign and stage', async () => {
    const { offerId, campaignId } = await offerIn(['DRAFT']);
    const offers = (stages: string[]) => admin<{ offers: Offer[] }>('list-offers', { campaignId, stages });
    expect((await offers([])).offers.map(({ id }) => id)).toEqual([offerId]);
    expect((await offers(['SUBMIT_EVIDENCE'])).offers).toHaveLength(1);
    expect((await offers(['OFFERED'])).offers).toEqual([]);
  });
});

test('waiting times are set by the provider, and omitted ones stay unchanged', async () => {
  const none = { reviewDays: null };
  expect(await admin('waiting-times', {})).toEqual({ ...none, offeredDays: 3, submitDays: 7 });
  expect(await admin('waiting-times', { offeredDays: 5 })).toEqual({ ...none, offeredDays: 5, submitDays: 7 });
  expect(await admin('waiting-times', { submitDays: 10 })).toEqual({ ...none, offeredDays: 5, submitDays: 10 });
  await expect(admin('waiting-times', { submitDays: 0 })).rejects.toThrow('submitDays: Expected 1 day or more.');
});

test('a brand’s new terms reach its phones, and a running campaign keeps its rates', async () => {
  const ownBrand = await given.brand({ silentDays: 3 });
  const { accessToken } = await server.sessionOf(ownBrand);
  const campaignId = await given.campaign(ownBrand);
  const terms = (input: object) => admin('brand-terms', { brand: ownBrand, ...input });
  const { data: before } = await askChanges(server, accessToken);
  expect(await terms({ cpmCents: 825, hashtag: '#Tea_Time' })).toMatchObject({
    ...{ silentDays: 3, cpmCents: 825, requiredHashtag: 'Tea_Time' },
  });
  const result = await askChanges(server, accessToken, before.cursor);
  expect(JSON.stringify(result.data)).toContain('"cpmCents":825');
  const [campaign] = await server.db.select().from(campaigns).where(eq(campaigns.id, campaignId));
  expect(campaign?.workerCpmCents).toBe(500);
  expect(await terms({ hashtag: null })).toMatchObject({ cpmCents: 825, requiredHashtag: null });
  for (const hashtag of ['two words', '', '#', 'a-b', 'x'.repeat(101)])
    await expect(terms({ hashtag }), hashtag).rejects.toThrow('Expected one word of up to 100 letters, digits and _');
  await expect(terms({ cpmCents: 0 })).rejects.toThrow('Expected a CPM from $0.01 to $1,000');
  await expect(admin('brand-terms', { brand: 'nobody@x.test' })).rejects.toThrow(
    'No brand has the email or ID nobody@x.test.',
  );
});

test('an offer keeps the terms of its campaign’s approval, and new terms apply to the next campaigns', async () => {
  const ownBrand = await given.brand();
  const terms = (input: object) => admin('brand-terms', { brand: ownBrand, ...input });
  const approved = async () => {
    const campaignId = await given.campaign(ownBrand, {
      ...{ approvalStatus: 'PENDING', workerStatus: null, workerStartDate: null },
      ...{ workerCpmCents: null, workerBudgetCents: null },
    });
    await admin('decide-on-campaign', { campaignId, decision: 'APPROVED' });
    return given.offer(ownBrand, campaignId);
  };
  const asked = async (offerId: string) => {
    const { brand, pay } = (await openLink(server, await server.linkOf(offerId))).data;
    return [brand.requiredHashtag, 'cpmCents' in pay ? pay.cpmCents : null];
  };
  await terms({ hashtag: 'first', cpmCents: 500 });
  const before = await approved();
  await terms({ hashtag: 'second', cpmCents: 900 });
  const after = await approved();
  expect(await asked(before)).toEqual(['first', 500]);
  expect(await asked(after)).toEqual(['second', 900]);
});

test('an address is deleted 90 days after its package was sent, and no earlier', async () => {
  const offerId = await given.offer(brandId, await given.campaign(brandId));
  const sentAt = server.clock.now();
  await server.db.insert(offerDeliveries).values({ brandId, offerId, address: '1 Mill Road', sentAt });
  const addressAfter = async (days: number) => {
    await forgetAddresses(server.db, new Date(sentAt.getTime() + days * 86_400_000));
    return (await server.db.select().from(offerDeliveries).where(eq(offerDeliveries.offerId, offerId)))[0]?.address;
  };
  expect(await addressAfter(90)).toBe('1 Mill Road');
  expect(await addressAfter(90.1)).toBeNull();
});

test('an unused address is deleted 90 days after its offer has ended', async () => {
  const campaignId = await given.campaign(brandId);
  const address = '1 Mill Road';
  const endedAt = server.clock.now();
  const ends = {
    withdrawn: { stageType: 'INVALIDATED', invalidationType: 'WITHDRAWN' },
    'ended where it stood': { stageType: 'AWAITING_PACKAGE', invalidationType: 'EXPIRED' },
    cleared: { stageType: 'CLEARED' },
    'going on': { stageType: 'AWAITING_PACKAGE' },
  } as const;
  const ids = new Map<string, string>();
  for (const [name, end] of Object.entries(ends)) {
    const offerId = await given.offer(brandId, campaignId, { ...end, stageEnteredAt: endedAt, updatedAt: endedAt });
    // The date of a lost package is removed again.
    await server.db.insert(offerDeliveries).values({ brandId, offerId, address, sentAt: null });
    ids.set(offerId, name);
  }
  const keptAfter = async (days: number) => {
    await forgetAddresses(server.db, new Date(endedAt.getTime() + days * 86_400_000));
    const rows = await server.db.select().from(offerDeliveries).where(eq(offerDeliveries.address, address));
    return rows.flatMap(({ offerId }) => ids.get(offerId) ?? []);
  };
  expect(await keptAfter(90)).toHaveLength(4);
  expect(await keptAfter(90.1)).toEqual(['going on']);
});

test('a campaign’s requirements are set on approval', async () => {
  const campaignId = await given.campaign(brandId, {
    approvalStatus: 'PENDING',
    workerStatus: null,
    cpmBudgetCents: null,
  });
  const asks = ['DRAFT', 'CONTRACT'];
  await admin('decide-on-campaign', { campaignId, decision: 'APPROVED', asks });
  const [row] = await server.db.select({ asks: campaigns.asks }).from(campaigns).where(eq(campaigns.id, campaignId));
  expect(row?.asks).toEqual(['CONTRACT', 'DRAFT']);
});

test('a flat fee can be set after approval, and is fixed once offered to the brand', async () => {
  const pending = (campaignType: 'FLAT_FEE' | 'CPM') =>
    given.campaign(brandId, { campaignType, approvalStatus: 'PENDING', workerStatus: null, cpmBudgetCents: null });
  const feeOf = async (id: string) =>
    (await server.db.select({ fee: campaigns.feeCents }).from(campaigns).where(eq(campaigns.id, id)))[0]?.fee;
  const approve = (campaignId: string, fee: object = {}) =>
    admin('decide-on-campaign', { campaignId, decision: 'APPROVED', ...fee });
  const later = await pending('FLAT_FEE');
  await expect(approve(later, { feeCents: 0, creators: 3 })).rejects.toThrow('Expected a fee.');
  await expect(approve(later, { feeCents: 15_000, creators: 0 })).rejects.toThrow('Expected --creators of 1 or more.');
  await approveUnfunded(server, later);
  await admin('set-fee', { campaignId: later, feeCents: 9_950 });
  await admin('set-fee', { campaignId: later, feeCents: 12_000 });
  await given.offer(brandId, later);
  await expect(admin('set-fee', { campaignId: later, feeCents: 9_950 })).rejects.toThrow(
    'Creators have already been offered $120.00 per post.',
  );
  expect(await feeOf(later)).toBe(12_000);
  const other = await pending('CPM');
  await expect(approve(other, { feeCents: 15_000 })).rejects.toThrow('doesn’t pay a flat fee');
  await expect(admin('set-fee', { campaignId: other, feeCents: 15_000 })).rejects.toThrow('doesn’t pay a flat fee');
});
