import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { setReviewCounts } from '#app/device/review-counts.ts';
import type { Offer } from '#contract/brand/offer.ts';
import { offerFilters } from '#domain/offers/offer-stage.ts';
import { offerKeys } from '#features/offers/queries.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { aSession } from '../support/examples.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';
import { screenWidth } from '../support/screen-width.ts';

const path = '/dashboard/campaigns/cmp_1';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000 - 1000).toISOString();

/** Offers with ids off_1 and on, last updated first. */
const several = (count: number, part: Partial<Offer> = {}) =>
  Array.from({ length: count }, (_, index) =>
    anOffer({
      id: `off_${index + 1}`,
      user: { firstName: 'Ada', lastName: `Moss ${index + 1}` },
      updatedAt: minutesAgo(index + 1),
      ...part,
    }),
  );
const inStage = (type: Offer['currentStage']['type'], fulfillment: Offer['currentStage']['fulfillment'] = null) => ({
  currentStage: { type, enteredAt: '2026-01-02T00:00:00.000Z', fulfillment },
});

async function open(offers: Offer[], { at = path, width = 1280 } = {}) {
  screenWidth(width);
  const api = brandApi({ campaigns: [aCampaign()], offers });
  const app = openApp(at);
  const section = within(await screen.findByRole('region', { name: 'Offers' }));
  return { ...app, api, section };
}
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const bodyRows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);

describe('the table', () => {
  test('shows creator, status and last activity of each offer', async () => {
    const { section } = await open([
      anOffer({ updatedAt: minutesAgo(3) }),
      anOffer({
        ...inStage('ONGOING'),
        id: 'off_2',
        user: { firstName: '', lastName: '' },
        socialAccount: { platform: 'YOUTUBE', username: '@deskofhana', avatarUrl: null },
        updatedAt: minutesAgo(60 * 26),
      }),
    ]);
    const table = await section.findByRole('table', { name: 'All Offers' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Creator', 'Status', 'Last Activity']);
    expect(bodyRows(table).map(cells)).toEqual([
      ['AMAda MossTikTok@adamoss', 'Review draft', '3 min ago'],
      ['D@deskofhanaYouTube@deskofhana', 'Ongoing', '1 day ago'],
    ]);
  });

  test('has the exact time for each age', async () => {
    const at = minutesAgo(3);
    const { section } = await open([anOffer({ updatedAt: at })]);
    const time = (await section.findByText('3 min ago')) as HTMLTimeElement;
    expect(time.dateTime).toBe(at);
    expect(time.title).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/);
  });

  test('shows a picture if there is one, and initials if it fails to load', async () => {
    const { section } = await open([
      anOffer({ socialAccount: { platform: 'TIKTOK', username: 'ada', avatarUrl: '/media/ada.webp' } }),
    ]);
    const row = (await section.findByText('Ada Moss')).closest('tr') as HTMLElement;
    const picture = row.querySelector('img') as HTMLImageElement;
    expect(picture.getAttribute('src')).toBe('/media/ada.webp');
    act(() => {
      fireEvent.error(picture);
    });
    expect(row.querySelector('img')).toBeNull();
    expect(within(row).getByText('AM')).toBeTruthy();
  });

  test('opens an offer by a click anywhere in its row', async () => {
    const { section, user, address } = await open([anOffer({ updatedAt: minutesAgo(3) })]);
    await user.click(await section.findByText('3 min ago'));
    expect(await screen.findByRole('dialog', { name: 'Ada Moss' })).toBeTruthy();
    expect(address()).toBe(`${path}?offerId=off_1`);
  });

  test('opens an offer by keyboard, from its creator’s name', async () => {
    const { section, user, address } = await open([anOffer()]);
    (await section.findByRole('button', { name: 'Ada Moss' })).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Ada Moss' })).toBeTruthy();
    expect(address()).toBe(`${path}?offerId=off_1`);
  });
});

test('the table on a phone is a list of rows, each one a button', async () => {
  const { section, user, address } = await open([anOffer({ updatedAt: minutesAgo(3) })], { width: 360 });
  const list = await section.findByRole('list', { name: 'All Offers' });
  expect(section.queryByRole('table')).toBeNull();
  const row = within(list).getByRole('button');
  expect(row.textContent).toBe('AMAda Moss3 min agoTikTok@adamossReview draft');
  await user.click(row);
  expect(await screen.findByRole('dialog', { name: 'Ada Moss' })).toBeTruthy();
  expect(address()).toBe(`${path}?offerId=off_1`);
});

test('submissions to review are listed first, with their number and a link to the inbox', async () => {
  const [newest, second, waiting] = several(3);
  const { section, user, address } = await open([
    { ...(newest as Offer), ...inStage('ONGOING') },
    { ...(second as Offer), ...inStage('SUBMIT_EVIDENCE') },
    waiting as Offer,
  ]);
  const table = await section.findByRole('table');
  expect(bodyRows(table).map((row) => cells(row)[1])).toEqual(['Review draft', 'Ongoing', 'Waiting for draft']);
  const counted = { type: 'to-review', counts: { total: 5, byCampaign: { cmp_1: 1, cmp_2: 4 } } } as const;
  act(() => setReviewCounts({ ...counted, brandId: 'brd_of-another' }));
  expect(section.queryByRole('link', { name: /to review/ })).toBeNull();
  act(() => setReviewCounts({ ...counted, brandId: aSession().brandId }));
  await user.click(section.getByRole('link', { name: '1 to review' }));
  await screen.findByRole('heading', { name: 'Review', level: 1 });
  expect(address()).toBe('/dashboard/review?campaign=cmp_1');
});

test('badges show offer stages', async () => {
  const link = aFulfillment({ evidenceType: 'PUBLISHED_VIDEO_URL' });
  const stages = [
    ['Review draft', inStage('AWAITING_EVIDENCE_CLEARANCE', aFulfillment())],
    ['Review link', inStage('AWAITING_EVIDENCE_CLEARANCE', link)],
    ['Waiting for acceptance', inStage('OFFERED')],
    ['Waiting for address', inStage('SUBMIT_ADDRESS')],
    ['Waiting for custom caption', inStage('SUBMIT_CUSTOM_CAPTION')],
    ['Waiting for draft', inStage('SUBMIT_EVIDENCE')],
    ['Waiting for link', inStage('SUBMIT_EVIDENCE', { ...link, fulfillment: null })],
    ['Waiting for resubmission', inStage('SUBMIT_EVIDENCE', { ...link, rejectedFulfillmentId: 'ful_0' })],
    ['Waiting for contract', inStage('AWAITING_CONTRACT')],
    ['Waiting for parent contract', inStage('AWAITING_PARENT_CONTRACT')],
  ] as const;
  const more = [
    ['Waiting for package', inStage('AWAITING_PACKAGE')],
    ['Caption in review', inStage('AWAITING_CUSTOM_CAPTION_CLEARANCE')],
    ['Ongoing', inStage('ONGOING')],
    ['Completed', inStage('AWAITING_EARNING_CLEARANCE')],
    ['Completed', inStage('CLEARED')],
    ['Expired', inStage('INVALIDATED')],
    ['Expired', { ...inStage('ONGOING'), invalidationType: 'CAMPAIGN_ENDED' }],
    ['Invalidated by admin', { ...inStage('ONGOING'), invalidationType: 'ADMIN_INVALIDATED' }],
    ['Rejected', inStage('REJECTED')],
  ] as const;
  const offers = [...stages, ...more].map(([, part], index) =>
    anOffer({ ...part, id: `off_${index}`, updatedAt: minutesAgo(index + 1) }),
  );
  const { section, user } = await open(offers);
  const shown = async () => bodyRows(await section.findByRole('table')).map((row) => cells(row)[1]);
  await section.findByRole('table');
  expect(await shown()).toEqual(stages.map(([label]) => label));
  await user.click(section.getByRole('button', { name: 'Next page' }));
  await waitFor(async () => expect(await shown()).toEqual(more.map(([label]) => label)));
});

test('queued decisions take precedence over the server’s state', async () => {
  const pending = (kind: 'approve' | 'request-changes', state: 'waiting' | 'attention') => ({
    pendingAction: { actionId: '01J00000000000000000000001', kind, state, queuedAt: '2026-01-03T09:00:00.000Z' },
  });
  const [first, second, third] = several(3);
  const { section } = await open([
    { ...(first as Offer), ...pending('approve', 'waiting') },
    { ...(second as Offer), ...pending('request-changes', 'waiting') },
    { ...(third as Offer), ...pending('approve', 'attention') },
  ]);
  const table = await section.findByRole('table');
  expect(bodyRows(table).map((row) => cells(row)[1])).toEqual(['Approval queued', 'Changes queued', 'Needs attention']);
});

describe('pages', () => {
  test('have ten rows, with arrows between them, and update the URL', async () => {
    const { section, user, address, api } = await open(several(23));
    expect(await section.findByText('Showing 1-10 of 23 results')).toBeTruthy();
    const arrow = (name: string) => section.getByRole<HTMLButtonElement>('button', { name });
    expect(bodyRows(section.getByRole('table'))).toHaveLength(10);
    await user.click(arrow('Next page'));
    expect(await section.findByText('Showing 11-20 of 23 results')).toBeTruthy();
    expect(await section.findByRole('button', { name: 'Ada Moss 11' })).toBeTruthy();
    expect(address()).toBe(`${path}?page=2`);
    await user.click(arrow('Next page'));
    expect(await section.findByText('Showing 21-23 of 23 results')).toBeTruthy();
    await section.findByRole('button', { name: 'Ada Moss 23' });
    // The disabled arrow keeps the focus, so that keyboard users can continue from it.
    expect(arrow('Next page').getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(arrow('Next page'));
    await user.click(arrow('Next page'));
    expect(section.getByText('Showing 21-23 of 23 results')).toBeTruthy();
    await user.click(arrow('Previous page'));
    await user.click(arrow('Previous page'));
    expect(await section.findByText('Showing 1-10 of 23 results')).toBeTruthy();
    expect(arrow('Previous page').getAttribute('aria-disabled')).toBe('true');
    expect(address()).toBe(path);
    const pages = api.to(targets.offers).filter(({ query }) => query.pageSize === '10');
    expect([...new Set(pages.map(({ query }) => query.page))]).toEqual(['1', '2', '3']);
    expect(pages.every(({ query }) => query.campaignId === 'cmp_1')).toBe(true);
  });

  test('appear once their offers have loaded, without an earlier announcement or dimming', async () => {
    const { section, address, user, queryClient } = await open(several(23));
    const next = await section.findByRole('button', { name: 'Next page' });
    // The press comes first, which prefetches: on a busy machine the response alone may take longer than a press waits
    // for it.
    fireEvent.pointerDown(next);
    await waitFor(() => expect(queryClient.getQueryData(offerKeys.list('cmp_1', 'all', 2))).toBeTruthy());
    const region = screen.getByRole('region', { name: 'Offers' });
    const seen = new Set<string>();
    const look = () => {
      const [pager, table] = [region.querySelector('[aria-live]'), region.querySelector('[aria-busy]')];
      seen.add(
        `${pager?.textContent} ${table?.getAttribute('aria-busy')} ${region.querySelector('tbody button')?.textContent}`,
      );
    };
    const observer = new MutationObserver(look);
    observer.observe(region, { subtree: true, childList: true, characterData: true, attributes: true });
    await user.click(next);
    await section.findByText('Showing 11-20 of 23 results');
    observer.disconnect();
    expect(address()).toBe(`${path}?page=2`);
    seen.delete('Showing 1-10 of 23 results false Ada Moss 1');
    expect([...seen]).toEqual(['Showing 11-20 of 23 results false Ada Moss 11']);
  });

  test('advance with every press, however fast', async () => {
    const { section, address } = await open(several(48));
    const next = await section.findByRole('button', { name: 'Next page' });
    for (let press = 1; press <= 3; press += 1) fireEvent.click(next);
    expect(await section.findByText('Showing 31-40 of 48 results')).toBeTruthy();
    for (let press = 1; press <= 3; press += 1) fireEvent.click(next);
    expect(await section.findByText('Showing 41-48 of 48 results')).toBeTruthy();
    expect(address()).toBe(`${path}?page=5`);
  });

  test('are prefetched on pointer down', async () => {
    const { section, api } = await open(several(23));
    fireEvent.pointerDown(await section.findByRole('button', { name: 'Next page' }));
    fireEvent.pointerDown(section.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(api.to(targets.offers).some(({ query }) => query.page === '2')).toBe(true));
    expect(api.to(targets.offers).some(({ query }) => query.page === '0')).toBe(false);
    expect(section.getByText('Showing 1-10 of 23 results')).toBeTruthy();
  });

  test('are hidden if there is only one', async () => {
    const { section } = await open(several(10));
    expect(await section.findByText('Showing 1-10 of 10 results')).toBeTruthy();
    expect(section.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  test('in the URL are opened', async () => {
    const { section } = await open(several(23), { at: `${path}?page=3` });
    expect(await section.findByText('Showing 21-23 of 23 results')).toBeTruthy();
  });

  test('past the last one open the last', async () => {
    const { section, address } = await open(several(23), { at: `${path}?page=9` });
    expect(await section.findByText('Showing 21-23 of 23 results')).toBeTruthy();
    expect(address()).toBe(`${path}?page=3`);
  });
});

describe('the filter', () => {
  const offers = [
    ...several(2),
    anOffer({ ...inStage('ONGOING'), id: 'off_on', user: { firstName: 'Theo', lastName: 'Sato' } }),
  ];

  test('has all groups in order, with their counts', async () => {
    const { section, user } = await open(offers);
    await user.click(await section.findByRole('button', { name: 'Filter offers: All Offers' }));
    const menu = within(await screen.findByRole('menu'));
    await waitFor(() =>
      expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
        'All Offers3',
        'Ongoing1',
        'Complete0',
        'Offered0',
        'With User0',
        'With Brand2',
        'Expired0',
        'Rejected0',
      ]),
    );
  });

  test('shows only its group, from the first page, and updates the URL', async () => {
    const { section, user, address } = await open([...offers, ...several(12).slice(2)], { at: `${path}?page=2` });
    await section.findByText('Showing 11-13 of 13 results');
    await user.click(section.getByRole('button', { name: 'Filter offers: All Offers' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^Ongoing/ }));
    const table = await section.findByRole('table', { name: 'Ongoing' });
    expect(bodyRows(table).map((row) => cells(row)[1])).toEqual(['Ongoing']);
    expect(section.getByText('Showing 1-1 of 1 results')).toBeTruthy();
    expect(address()).toBe(`${path}?offers=ongoing`);
  });

  test.each(offerFilters.map(({ key, label, stages }) => [key, label, stages.join(',')] as const))(
    '%s requests only its stages',
    async (key, label, stages) => {
      const { section, api } = await open([], { at: `${path}?offers=${key}` });
      expect(await section.findByRole('button', { name: `Filter offers: ${label}` })).toBeTruthy();
      expect(await section.findByText(key === 'all' ? 'No offers yet' : 'No offers found')).toBeTruthy();
      const [call] = api.to(targets.offers).filter(({ query }) => query.pageSize === '10');
      expect(call?.query.offerStageType ?? '').toBe(stages);
    },
  );
});

describe('an empty table shows', () => {
  async function openWith(answer: () => unknown) {
    screenWidth(1280);
    const api = brandApi({ campaigns: [aCampaign()] });
    api.on(targets.offers, answer);
    const app = openApp(path);
    return { ...app, api, section: within(await screen.findByRole('region', { name: 'Offers' })) };
  }

  test('that it is loading', async () => {
    const { section } = await openWith(() => new Promise(() => undefined));
    expect(section.getByText('Loading offers')).toBeTruthy();
  });

  test('an error', async () => {
    const { section, api, user } = await openWith(() => refusal(500, 'internal', 'The server is in trouble.'));
    const failure = within(await section.findByRole('alert'));
    expect(failure.getByText('Couldn’t load offers')).toBeTruthy();
    expect(failure.getByText('The server is in trouble.')).toBeTruthy();
    api.on(targets.offers, () => ({
      data: [anOffer()],
      pagination: { nextPage: null, previousPage: null, total: 1 },
    }));
    await user.click(failure.getByRole('button', { name: 'Try again' }));
    expect(await section.findByRole('button', { name: 'Ada Moss' })).toBeTruthy();
  });

  test('that it is unavailable offline', async () => {
    const { section } = await openWith(() => refusal(503, 'not_available_offline', 'Not available offline yet'));
    expect(await section.findByText('Not available offline yet')).toBeTruthy();
  });

  test('that the server isn’t responding', async () => {
    const { section } = await openWith(noNetwork);
    expect(await section.findByText(/^Network error: Unable to connect to the server\./)).toBeTruthy();
  });
});
