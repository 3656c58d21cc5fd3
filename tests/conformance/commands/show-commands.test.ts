import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { offers } from '#server/database/tables/tables.ts';
import { brandText } from '#server/services/admin/show/brand-text.ts';
import { campaignText } from '#server/services/admin/show/campaign-text.ts';
import { creatorText } from '#server/services/admin/show/creator-text.ts';
import { offerText } from '#server/services/admin/show/offer-text.ts';
import type { ShownBrand } from '#server/services/admin/show/show-brand.ts';
import type { ShownCampaign } from '#server/services/admin/show/show-campaign.ts';
import type { ShownCreator } from '#server/services/admin/show/show-creator.ts';
import type { ShownOffer } from '#server/services/admin/show/show-offer.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { pieces } from '#tests/support/calls/metrics.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given } = await apiServer();

const brandId = await given.brand({
  name: 'Harbour Tea',
  email: 'ines@harbour-tea.example',
  brandUrl: 'https://harbour-tea.example',
  description: 'Tea from the harbour\nand elsewhere',
  tikTokHandle: 'harbourtea',
  requiredHashtag: 'harbour',
});
await given.funds(brandId, 250_000);

const show = <T>(what: string, input: object) => operate<T>(server, `show-${what}`, input);
const now = () => server.clock.now();

const brief = {
  ...{ talkingPoints: ['Say where it grows'], extraNotes: 'Film by day', captions: ['My #harbour morning'] },
  media: [{ imageUrl: 'https://harbour-tea.example/a.webp', size: 'story' as const }],
};
const campaignOf = (columns: Parameters<typeof given.campaign>[1] = {}) =>
  given.campaign(brandId, { name: 'Spring', dos: ['Show the cup'], donts: ['No coffee'], brief, ...columns });

async function offerIn(
  columns: Parameters<typeof given.offer>[2],
  asks: ('PACKAGE' | 'DRAFT')[] = ['PACKAGE', 'DRAFT'],
) {
  const campaignId = await campaignOf({ asks, requiredHashtag: 'harbour' });
  const username = `ada${campaignId.slice(-10).toLowerCase()}`;
  const creatorId = await given.creator(brandId, { username, firstName: 'Ada', lastName: 'Moss' });
  const email = `${username}@creators.test`;
  await given.person(brandId, creatorId, { email });
  const offerId = await given.offer(brandId, campaignId, { creatorId, stageEnteredAt: now(), ...columns });
  return { campaignId, offerId, email, username, token: await server.linkOf(offerId) };
}

describe('show-brand', () => {
  test('shows the profile, the terms, the money and the campaigns', async () => {
    await campaignOf({ approvalStatus: 'PENDING' });
    const shown = await show<ShownBrand>('brand', { brand: 'ines@harbour-tea.example' });
    expect(shown).toMatchObject({
      ...{ id: brandId, approvalStatus: 'APPROVED', websiteUrl: 'https://harbour-tea.example' },
      handles: [{ platform: 'TIKTOK', username: 'harbourtea' }],
      money: { availableCents: 250_000, pendingCents: 0, heldCents: 0 },
      campaigns: { inReview: 1 },
    });
    expect(JSON.stringify(shown)).not.toContain('passwordHash');
    const text = brandText(shown, now());
    expect(text).toContain('  Website: https://harbour-tea.example\n');
    expect(text).toContain('  Description:\n    Tea from the harbour\n    and elsewhere\n');
    expect(text).toContain('  Money: $2,500.00 available, $0.00 pending, $0.00 held\n');
  });

  test.each([
    ['unverified', { emailVerified: false, approvalStatus: 'PENDING' }, 'PENDING, email not verified'],
    ['rejected', { approvalStatus: 'REJECTED' }, 'REJECTED'],
    ['suspended', { approvalStatus: 'REJECTED', suspendedAt: new Date('2026-03-10') }, 'SUSPENDED 2026-03-10'],
  ] as const)('shows the state of a brand that is %s', async (_, columns, state) => {
    const id = await given.brand(columns);
    expect(brandText(await show<ShownBrand>('brand', { brand: id }), now())).toContain(`  State: ${state}\n`);
  });

  test('reports an unknown brand', async () => {
    await expect(show('brand', { brand: 'no@brands.test' })).rejects.toThrow(
      'No brand has the email or ID no@brands.test.',
    );
  });
});

describe('show-campaign', () => {
  test('shows the brief exactly as creators see it', async () => {
    const { campaignId, token } = await offerIn({ stageType: 'OFFERED' });
    const shown = await show<ShownCampaign>('campaign', { campaignId });
    const { brand, campaign, pay } = (await openLink(server, token)).data;
    expect(JSON.parse(JSON.stringify(shown.forCreators))).toEqual(
      JSON.parse(JSON.stringify({ brand, campaign: { ...campaign, brief }, pay })),
    );
    expect(shown).toMatchObject({ campaignType: 'CPM', platforms: ['TIKTOK'], offers: { OFFERED: 1 } });
    const text = campaignText(shown, now());
    for (const line of [
      '    Do:\n      - Show the cup\n',
      '    Don’t:\n      - No coffee\n',
      '    Notes: Film by day\n',
    ])
      expect(text).toContain(line);
    expect(text).toContain('    Pay: $5.00 per 1,000 views, $1,000.00 left in the budget\n');
    expect(text).toContain('      - https://harbour-tea.example/a.webp\n');
  });

  test('shows a flat fee before and after it is set', async () => {
    const of = (feeCents: number | null) => campaignOf({ campaignType: 'FLAT_FEE', cpmBudgetCents: null, feeCents });
    const textOf = async (campaignId: string) =>
      campaignText(await show<ShownCampaign>('campaign', { campaignId }), now());
    expect(await textOf(await of(null))).toContain('  Fee: not set\n');
    expect(await textOf(await of(5_000))).toContain('  Fee: $50.00\n');
  });
});

describe('show-offer', () => {
  test('shows the address only while a package is due', async () => {
    const { offerId, email, token } = await offerIn({ stageType: 'SUBMIT_ADDRESS' });
    expect((await moveByLink(server, token, { move: 'give-address', address: '1 Main St\nTown' })).status).toBe(200);
    const due = await show<ShownOffer>('offer', { offerId });
    expect(due).toMatchObject({ seen: 1, creator: { email }, delivery: { address: '1 Main St\nTown' } });
    expect(offerText(due)).toContain('  Address:\n    1 Main St\n    Town\n');
    expect(offerText(due)).toMatch(
      / {2}History:\n {4}- 2026-03-15 12:00 UTC {2}give-address by creator: AWAITING_PACKAGE\n/,
    );
    await operate(server, 'move-offer', { offerId, move: 'send-package', input: { carrier: 'DHL', tracking: 'JD01' } });
    const sent = await show<ShownOffer>('offer', { offerId });
    expect(sent.delivery).toMatchObject({ address: null, carrier: 'DHL' });
    expect(offerText(sent)).not.toContain('Main St');
  });

  test('has a link to the submitted video that works for ten minutes', async () => {
    const { offerId } = await offerIn({ stageType: 'SUBMIT_EVIDENCE' });
    const name = `${brandId}/${'v'.repeat(43)}.mp4`;
    await server.uploads.store.put(name, pieces('a video'));
    await given.submission(brandId, offerId, { fulfillment: `/files/${name}`, caption: 'My morning' });
    const { watch, submission } = await show<ShownOffer>('offer', { offerId });
    expect(submission).toMatchObject({ caption: 'My morning' });
    const path = new URL(watch?.url ?? '').pathname;
    const opened = await server.app.request(path);
    expect([opened.status, await opened.text(), opened.headers.get('Content-Type')]).toEqual([
      200,
      'a video',
      'video/mp4',
    ]);
    expect(opened.headers.get('Cache-Control')).toBe('private, no-store');
    expect((await server.app.request(`${path}x`)).status).toBe(404);
    server.clock.advance(11 * 60_000);
    const late = await server.app.request(path);
    expect([late.status, (await late.json()).code]).toEqual([410, 'link_ended']);
  });

  test('shows each remark of a change request at its time', async () => {
    const { offerId } = await offerIn({ stageType: 'SUBMIT_EVIDENCE' }, ['DRAFT']);
    const id = await given.submission(brandId, offerId, {
      fulfillment: '/media/demo/coffee.mp4',
      rejectedAt: now(),
      requestedChanges: [4, 72].map((atSeconds) => ({
        templateName: 'CUSTOM',
        variables: { note: `Louder at ${atSeconds}`, atSeconds },
      })),
    });
    const owed = { attempt: 2, fulfillment: null, submittedAt: null, rejectedFulfillmentId: id };
    await given.submission(brandId, offerId, owed);
    await server.db.update(offers).set({ stageType: 'SUBMIT_EVIDENCE' }).where(eq(offers.id, offerId));
    const text = offerText(await show<ShownOffer>('offer', { offerId }));
    expect(text).toContain('Remark, at 0:04: Louder at 4');
    expect(text).toContain('Remark, at 1:12: Louder at 72');
  });

  test('shows the address of a demo video', async () => {
    const { offerId } = await offerIn({ stageType: 'SUBMIT_EVIDENCE' }, ['DRAFT']);
    const seen = await given.submission(brandId, offerId, { fulfillment: '/media/demo/coffee.mp4' });
    const { offer } = await show<ShownOffer>('offer', { offerId });
    expect(offer.currentStage.fulfillment?.id).toBe(seen);
    expect(offerText(await show<ShownOffer>('offer', { offerId }))).toContain('  Video: /media/demo/coffee.mp4\n');
  });
});

test('show-creator shows accounts, tags, a block and the offers of all brands', async () => {
  const { offerId, email, username } = await offerIn({ stageType: 'OFFERED' });
  await operate(server, 'block-creator', { email, reason: 'Bought views.' });
  const shown = await show<ShownCreator>('creator', { email: email.toUpperCase() });
  expect(shown).toMatchObject({
    ...{ email, accounts: [{ platform: 'TIKTOK', username }], block: { reason: 'Bought views.' } },
    offers: [{ id: offerId, brandName: 'Harbour Tea', campaignName: 'Spring', stage: 'OFFERED' }],
  });
  expect(creatorText(shown, now())).toContain(`${offerId}  OFFERED since 2026-03-15 (0 days)  Spring of Harbour Tea`);
});

test('lists include type, platforms, website, age and amounts', async () => {
  const { campaigns } = await operate<{ campaigns: object[] }>(server, 'list-campaigns', { status: 'APPROVED' });
  expect(campaigns[0]).toMatchObject({
    ...{ campaignType: 'CPM', platforms: ['TIKTOK'], brandWebsiteUrl: 'https://harbour-tea.example' },
    cpmBudgetCents: 100_000,
  });
  const { brands } = await operate<{ brands: { id: string }[] }>(server, 'list-brands', {});
  expect(brands.find(({ id }) => id === brandId)).toMatchObject({
    ...{ websiteUrl: 'https://harbour-tea.example', availableCents: 250_000 },
  });
});
