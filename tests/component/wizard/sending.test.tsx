import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aBrand } from '../support/examples.ts';
import { noNetwork, refusal, status } from '../support/fake-api.ts';
import { keepFastClock } from '../support/fast-clock.ts';
import { create, open, openPage, wizardServer } from './support/open-wizard.tsx';

const attemptKey = 'afield-campaign-attempt';
const checking = 'We’re checking whether your campaign was created';

/** Another page's attempt without a response. */
const anAttempt = (part: object = {}) =>
  JSON.stringify({
    brandId: 'brd_1',
    slot: 'new',
    key: '01J00000000000000000000001',
    body: {
      title: 'Late pour',
      campaignType: 'CPM',
      socialPlatforms: ['TIKTOK'],
      startAtDeltaSecs: 0,
      dos: ['Smile'],
      donts: ['Swear'],
      tagIds: ['tag_travel'],
      cpmBudgetCents: 50_000,
    },
    askedAt: new Date().toISOString(),
    failed: false,
    ...part,
  });

const ready = async (brand = aBrand()) => {
  const view = await open({ brand });
  await view.fill();
  return view;
};

describe('a campaign that the server doesn’t create', () => {
  test.each([
    [500, 'internal', 'Something broke.', 'Please try again'],
    [429, 'too_many_requests', 'Not now.', 'Please try again'],
    [402, 'insufficient_balance', 'Insufficient balance', 'Insufficient balance'],
    [409, 'campaign_archived', 'It is archived.', 'It is archived.'],
  ])('shows an error and keeps the input after %i %s', async (code, name, message, detail) => {
    const api = wizardServer();
    api.on(create, () => refusal(code, name, message));
    const { press, inside } = await ready();
    await press('Create Campaign');
    expect((await screen.findByRole('alert')).textContent).toBe(`Create campaign failed${detail}`);
    expect(inside.getByRole('region', { name: 'Overview' }).textContent).toContain('Spring roast');
    api.on(create, () => ({ id: 'cmp_new' }));
    await press('Create Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
  });

  test('keeps its key and body when retried, and a changed one gets its own key', async () => {
    const api = wizardServer();
    api.on(create, () => refusal(500, 'internal', 'Something broke.'));
    const { press, at, type, button } = await ready();
    for (const times of [1, 2]) {
      await press('Create Campaign');
      await waitFor(() => expect(api.to(create)).toHaveLength(times));
      await waitFor(() => expect(button('Create Campaign').dataset.loading).toBeUndefined());
    }
    const [first, second] = api.to(create);
    expect(second?.body).toEqual(first?.body);
    await press('Edit overview');
    await at('Start with the basics');
    await type('Title', 'Autumn roast');
    await press('Next');
    await at('What should creators do?');
    await press('Next');
    await press('Next');
    await press('Next');
    await at('Ready to submit?');
    await press('Create Campaign');
    await waitFor(() => expect(api.to(create)).toHaveLength(3));
    const [one, two, three] = api.keysOf();
    expect([one === two, one === three]).toEqual([true, false]);
  });
});

describe('a lost response', () => {
  keepFastClock();

  test.each([
    ['no response', noNetwork],
    ['an unreadable response', () => status(200, { thanks: true })],
    ['a gateway’s error', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a portal’s 404', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ])('leaves the outcome open after %s, is retried under the same key, and opens the campaign', async (_, answer) => {
    const api = wizardServer();
    api.on(create, answer);
    const { press, inside, path, isClosed } = await ready();
    await press('Create Campaign');
    expect(await inside.findByText(checking)).toBeTruthy();
    expect(inside.queryByRole('button', { name: 'Create Campaign' })).toBeNull();
    api.on(create, () => ({ id: 'cmp_new' }));
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    await isClosed();
    expect(path()).toBe('/dashboard/campaigns/cmp_new');
    expect(new Set(api.keysOf()).size).toBe(1);
    expect(localStorage.getItem(attemptKey)).toBeNull();
  });

  test.each([
    [429, 'too_many_requests'],
    [503, 'unavailable'],
    [500, 'internal'],
    [403, 'not_approved'],
  ])('isn’t settled by a %i response to the retry, and one campaign is created', async (code, name) => {
    const api = wizardServer();
    const made = new Set<string | null>();
    let sends = 0;
    api.on(create, ({ headers }) => {
      sends += 1;
      if (sends === 2) return refusal(code, name, 'Not now.');
      made.add(headers.get('Idempotency-Key'));
      return sends === 1 ? noNetwork() : { id: 'cmp_new' };
    });
    const { press, inside } = await ready();
    await press('Create Campaign');
    expect(await inside.findByText(checking)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect([made.size, api.to(create).length]).toEqual([1, 3]);
  });

  // The browser may have repeated the request itself, and a server that lost its database may have created the
  // campaign.
  test.each([
    [503, 'unavailable'],
    [422, 'idempotency_key_reused'],
  ])('a %i %s leaves it open whether a campaign was created, and blocks creating another', async (code, name) => {
    const api = wizardServer();
    api.on(create, () => refusal(code, name, 'Not now.'));
    const { press, inside } = await ready();
    await press('Create Campaign');
    expect(await inside.findByText(checking)).toBeTruthy();
    expect(inside.queryByRole('button', { name: 'Create Campaign' })).toBeNull();
    api.on(create, () => ({ id: 'cmp_new' }));
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(new Set(api.keysOf()).size).toBe(1);
  });

  test('is still checked by a page opened later, without leaving that page', async () => {
    localStorage.setItem(attemptKey, anAttempt());
    const api = wizardServer();
    const { path } = await openPage(null);
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(api.keysOf()).toEqual(['01J00000000000000000000001']);
    expect(path()).toBe('/dashboard/campaigns');
  });

  test('ends with the draft restored if the request is refused for good', async () => {
    const api = wizardServer();
    api.on(create, noNetwork);
    const { press, inside, at } = await ready();
    await press('Create Campaign');
    expect(await inside.findByText(checking)).toBeTruthy();
    api.on(create, () => refusal(402, 'insufficient_balance', 'Insufficient balance'));
    expect((await screen.findByRole('alert')).textContent).toContain('Create campaign failed');
    expect(await at('Ready to submit?')).toBeTruthy();
    expect(localStorage.getItem(attemptKey)).toBeNull();
  });

  test.each([
    [401, 'unauthorized'],
    [429, 'too_many_requests'],
    [500, 'internal'],
  ])('a %i response to a later check leaves the outcome open, and is retried', async (code, name) => {
    localStorage.setItem(attemptKey, anAttempt());
    const api = wizardServer();
    let asked = 0;
    api.on('POST /v1.0/auth/brand/refresh', noNetwork);
    api.on(create, () => {
      asked += 1;
      return asked === 1 ? refusal(code, name, 'Not now.') : { id: 'cmp_new' };
    });
    await openPage(null);
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(asked).toBe(2);
  });

  test('from yesterday is checked again only on a tap', async () => {
    localStorage.setItem(attemptKey, anAttempt({ askedAt: new Date(Date.now() - 86_400_000).toISOString() }));
    const api = wizardServer();
    const { inside, press } = await open();
    expect(await inside.findByText(checking)).toBeTruthy();
    expect(api.to(create)).toEqual([]);
    await press('Check again');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(api.keysOf()).toEqual(['01J00000000000000000000001']);
  });

  test('of another brand is ignored', async () => {
    localStorage.setItem(attemptKey, anAttempt({ brandId: 'brd_2' }));
    const api = wizardServer();
    const { at } = await open();
    expect(await at('Start with the basics')).toBeTruthy();
    expect(api.to(create)).toEqual([]);
  });
});
