import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getFlags } from '#contract/account/flags.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { aBrand } from '../support/examples.ts';
import { refusal } from '../support/fake-api.ts';
import { create, open, openGuidelines, tagsTarget, update, wizardServer } from './support/open-wizard.tsx';

afterEach(() => vi.unstubAllEnvs());

describe('the wizard', () => {
  test('starts with Overview, and later tabs unlock one after the other', async () => {
    wizardServer();
    const { inside, tab, type, press, at, dialog } = await open();
    expect(inside.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Overview',
      'Guidelines',
      'Tags',
      'Reach',
      'Summary',
    ]);
    expect(tab('Overview').getAttribute('aria-selected')).toBe('true');
    expect(['Guidelines', 'Tags', 'Reach', 'Summary'].map((name) => tab(name).disabled)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await type('Title', 'Spring roast');
    expect(dialog.getAttribute('aria-labelledby')).toBeTruthy();
    expect(inside.getByRole('heading', { level: 2 }).textContent).toBe('New Campaign: Spring roast');
    await press('Next');
    await at('What should creators do?');
    expect([tab('Guidelines').disabled, tab('Tags').disabled]).toEqual([false, true]);
  });

  test('announces a new step by its title, and arrow keys move between unlocked tabs', async () => {
    wizardServer();
    const { user, at, type, press, tab } = await open();
    await type('Title', 'Spring roast');
    await press('Next');
    const title = await at('What should creators do?');
    await waitFor(() => expect(document.activeElement).toBe(title));
    tab('Guidelines').focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(tab('Overview'));
    await user.keyboard('{Enter}');
    const first = await at('Start with the basics');
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  test('sends the input once, confirms it and opens the campaign', async () => {
    const api = wizardServer();
    const { fill, press, isClosed, path } = await open();
    await fill();
    await press('Create Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    await isClosed();
    expect(path()).toBe('/dashboard/campaigns/cmp_new');
    expect(api.to(create)).toHaveLength(1);
    const [sent] = api.to(create).map((call) => call.body as { endAtDeltaSecs: number });
    const { endAtDeltaSecs = 0, ...body } = sent ?? {};
    expect(body).toEqual({
      title: 'Spring roast',
      campaignType: 'CPM',
      socialPlatforms: ['TIKTOK'],
      startAtDeltaSecs: 0,
      dos: [
        'Show the brand within the first 10 seconds of the video.',
        'Keep the product visible for at least 20 seconds in total.',
        'Make the video 30 to 60 seconds long.',
      ],
      donts: ['Don’t show or name other brands.', 'Don’t make claims about the product that can’t be proved.'],
      tagIds: ['tag_outdoors'],
      cpmBudgetCents: 50_000,
      media: [],
      postingMedia: 'VIDEO',
      talkingPoints: [],
      extraNotes: null,
      captions: [],
      hasCustomCaption: false,
      isCustomContent: false,
    });
    expect(endAtDeltaSecs / 86_400).toBeGreaterThanOrEqual(27);
    expect(localStorage.getItem('afield-campaign-drafts-brd_1')).toBe('{}');
  });

  test('shows an error if brand or tags fail to load', async () => {
    const api = wizardServer();
    api.on(tagsTarget, () => refusal(500, 'internal', 'Something broke.'));
    const { inside, press, at } = await open();
    expect(await inside.findByText('Error loading data.')).toBeTruthy();
    api.on(tagsTarget, () => []);
    await press('Try again');
    expect(await at('Start with the basics')).toBeTruthy();
  });
});

describe('Overview', () => {
  test('requires a title, and focuses it', async () => {
    wizardServer();
    const { press, field, inside } = await open();
    await press('Next');
    expect(await inside.findByText('Title is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Title'));
    expect(field('Title').getAttribute('aria-invalid')).toBe('true');
  });

  test('shows the server’s rules from the first Next until they are met', async () => {
    wizardServer();
    const { press, inside, type, at } = await open();
    await type('Title', 'x'.repeat(121));
    expect(inside.queryByText(/^Title must/)).toBeNull();
    await press('Next');
    expect(await inside.findByText('Title must be at most 120 characters')).toBeTruthy();
    await type('Title', 'Spring\u202eroast');
    expect(await inside.findByText('Title must be one line without control characters')).toBeTruthy();
    await type('Title', 'Spring roast');
    await waitFor(() => expect(inside.queryByText(/^Title must/)).toBeNull());
    await press('Next');
    await at('What should creators do?');
    await type('Do 1', 'x'.repeat(501));
    expect(inside.queryByText(/^Each entry must/)).toBeNull();
    await press('Next');
    expect(await inside.findByText('Each entry must be at most 500 characters')).toBeTruthy();
    await press('Back');
    await at('Start with the basics');
    await press('Next');
    await at('What should creators do?');
    expect(inside.queryByText(/^Each entry must/)).toBeNull();
  });

  test('asks for a product drop’s product, and sends it', async () => {
    const api = wizardServer();
    const { user, inside, field, type, press, at } = await open();
    await type('Title', 'Spring roast');
    expect(inside.queryByLabelText('Product')).toBeNull();
    await user.click(inside.getByRole('radio', { name: 'Product drop' }));
    await press('Next');
    expect(await inside.findByText('Product is required')).toBeTruthy();
    expect(document.activeElement).toBe(field('Product'));
    await type('Product', ' A bag of beans ');
    await press('Next');
    await at('What should creators do?');
    await press('Next');
    await at('Which creators should take part?');
    await user.click(inside.getByRole('checkbox', { name: 'Outdoors' }));
    await press('Next');
    await at('Ready to submit?');
    expect(inside.getByText('A bag of beans: one per creator, no cash payment')).toBeTruthy();
    await press('Create Campaign');
    await screen.findByText('Campaign created successfully');
    expect(api.to(create)[0]?.body).toMatchObject({ campaignType: 'DROP', product: 'A bag of beans' });
  });

  test('rejects a start date in the past or more than five years ahead', async () => {
    wizardServer();
    const { press, field, inside, type } = await open();
    expect(field('Start date').min).toBe(field('Start date').value);
    await type('Title', 'Spring roast');
    fireEvent.change(field('Start date'), { target: { value: '2020-01-01' } });
    await press('Next');
    expect(await inside.findByText('Start date must not be in the past')).toBeTruthy();
    fireEvent.change(field('Start date'), { target: { value: '2999-01-01' } });
    expect(await inside.findByText('Start date must be within 5 years')).toBeTruthy();
  });

  test('continues only once the brand has a handle on the platform, which can be saved here', async () => {
    const brand = aBrand({ tikTokHandle: null });
    const api = wizardServer({ brand });
    const { press, type, button, inside, at } = await open({ brand });
    await type('Title', 'Spring roast');
    expect(button('Next').disabled).toBe(true);
    await press('Save');
    expect(await inside.findByText('TikTok username is required')).toBeTruthy();
    api.on(update, () => refusal(500, 'internal', 'Broken.'));
    await type('TikTok username', '@north/wind');
    await press('Save');
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
    api.on(update, () => ({ ...brand, tikTokHandle: 'northwind' }));
    await press('Save');
    expect(await screen.findByText('TikTok username saved')).toBeTruthy();
    expect(api.to(update).at(-1)?.body).toEqual({ tikTokHandle: 'northwind' });
    expect(await inside.findByText('@northwind')).toBeTruthy();
    await press('Next');
    expect(await at('What should creators do?')).toBeTruthy();
  });

  test.each([
    ['YouTube', 'youtubeHandle'],
    ['Instagram', 'instagramHandle'],
  ] as const)('%s replaces another platform, and has its own handle', async (label, field) => {
    const api = wizardServer();
    const { inside, user, type, press } = await open();
    await user.click(inside.getByRole('radio', { name: label }));
    expect(inside.getByRole('radio', { name: /TikTok/ })).toHaveProperty('checked', false);
    await press('Save');
    expect(await inside.findByText(`${label} username is required`)).toBeTruthy();
    await type(`${label} username`, 'north wind');
    await press('Save');
    expect(await screen.findByText(`${label} username saved`)).toBeTruthy();
    expect(api.to(update)[0]?.body).toEqual({ [field]: 'north wind' });
  });

  test('several platforms can be picked if that is enabled', async () => {
    vi.stubEnv('VITE_CROSS_PLATFORM_CAMPAIGNS', 'on');
    const brand = aBrand({ youtubeHandle: 'northwind' });
    const api = wizardServer({ brand });
    const { inside, user, type, press, fill } = await open({ brand });
    await type('Title', 'Spring roast');
    await user.click(inside.getByRole('checkbox', { name: /TikTok/ }));
    await press('Next');
    expect(await inside.findByText('Social platform is required')).toBeTruthy();
    expect(document.activeElement).toBe(inside.getByRole('checkbox', { name: /TikTok/ }));
    await user.click(inside.getByRole('checkbox', { name: /TikTok/ }));
    await user.click(inside.getByRole('checkbox', { name: /YouTube/ }));
    await fill();
    await press('Create Campaign');
    await screen.findByText('Campaign created successfully');
    expect(api.to(create)[0]?.body).toMatchObject({ socialPlatforms: ['TIKTOK', 'YOUTUBE'] });
  });

  test.each([
    ['on', true],
    ['off', false],
  ])('offers Facebook if it is enabled (%s)', async (value, isOffered) => {
    vi.stubEnv('VITE_FACEBOOK', value);
    wizardServer();
    const { inside } = await open();
    expect(inside.queryByRole('radio', { name: 'Facebook' }) !== null).toBe(isOffered);
  });

  test('removes a disabled platform, also from a draft', async () => {
    const brand = aBrand({ youtubeHandle: 'northwind' });
    const api = wizardServer({ brand });
    api.on(`GET ${getFlags.path}`, () => ({ tikTok: false }));
    const { inside, user, type, press, fill } = await open({ brand });
    await waitFor(() => expect(inside.queryByRole('radio', { name: /TikTok/ })).toBeNull());
    await type('Title', 'Spring roast');
    await press('Next');
    expect(inside.getByText('Social platform is required')).toBeTruthy();
    await user.click(inside.getByRole('radio', { name: /YouTube/ }));
    await fill();
    await press('Create Campaign');
    await screen.findByText('Campaign created successfully');
    expect(api.to(create)[0]?.body).toMatchObject({ socialPlatforms: ['YOUTUBE'] });
  });

  test('requires a copy’s several platforms to be reduced to one if only one is allowed', async () => {
    const source = aCampaign({ platforms: ['TIKTOK', 'YOUTUBE'] });
    const brand = aBrand({ youtubeHandle: 'northwind' });
    const api = wizardServer({ brand, campaigns: [source] });
    const { inside, user, press } = await open({ brand, request: { kind: 'run-again', campaignId: source.id } });
    await user.click(await inside.findByRole('tab', { name: /Overview/ }));
    const platforms = within(inside.getByRole('group', { name: 'Social platform' }));
    expect(platforms.queryAllByRole('radio', { checked: true })).toEqual([]);
    await press('Next');
    expect(inside.getByText('Choose one social platform')).toBeTruthy();
    expect(api.to(create)).toEqual([]);
  });

  test('skips Reach for a type without a budget, and Summary leads back to Tags', async () => {
    const api = wizardServer();
    const { inside, user, type, press, at } = await open();
    await type('Title', 'Spring roast');
    await user.click(await inside.findByLabelText('Flat fee'));
    expect(inside.queryByRole('tab', { name: 'Reach' })).toBeNull();
    await press('Next');
    await at('What should creators do?');
    await press('Next');
    await at('Which creators should take part?');
    await user.click(inside.getByLabelText('Travel'));
    await press('Next');
    await at('Ready to submit?');
    await press('Back');
    await at('Which creators should take part?');
    await press('Next');
    await at('Ready to submit?');
    await press('Create Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(api.to(create)[0]?.body).toMatchObject({ campaignType: 'FLAT_FEE', cpmBudgetCents: null });
  });
});

describe('Tags', () => {
  const openTags = async () => {
    const view = await openGuidelines();
    await view.press('Next');
    await view.at('Which creators should take part?');
    return view;
  };

  test('requires at least one; All selects and clears them, and isn’t itself a tag', async () => {
    wizardServer();
    const { inside, press, user, field } = await openTags();
    expect(inside.getAllByRole('checkbox')).toHaveLength(4);
    await press('Next');
    expect(await inside.findByText('At least one tag must be selected')).toBeTruthy();
    await user.click(inside.getByRole('checkbox', { name: /^All/ }));
    expect(['Beauty', 'Outdoors', 'Travel'].map((name) => field(name).checked)).toEqual([true, true, true]);
    await user.click(inside.getByRole('checkbox', { name: /^All/ }));
    expect(['Beauty', 'Outdoors', 'Travel'].map((name) => field(name).checked)).toEqual([false, false, false]);
    await user.click(field('Travel'));
    expect((inside.getByRole('checkbox', { name: /^All/ }) as HTMLInputElement).indeterminate).toBe(true);
  });

  test('sends the tag All if all tags are selected', async () => {
    const api = wizardServer();
    const { inside, press, user, at, type } = await openTags();
    for (const name of ['Beauty', 'Outdoors', 'Travel']) await user.click(inside.getByLabelText(name));
    await press('Next');
    await at('How many views do you want?');
    await type('Budget', '250');
    await press('Next');
    await at('Ready to submit?');
    expect(within(inside.getByRole('region', { name: 'Tags' })).getByText('All')).toBeTruthy();
    await press('Create Campaign');
    await screen.findByText('Campaign created successfully');
    expect(api.to(create)[0]?.body).toMatchObject({ tagIds: ['tag_all'] });
  });
});
