import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { aCampaign } from '#tests/unit/domain/examples.ts';
import { targets } from '../support/brand-api.ts';
import { aBrand, aSyncStatus } from '../support/examples.ts';
import { create, open, openPage, wizardServer } from './support/open-wizard.tsx';

const drafts = 'afield-campaign-drafts-brd_1';

describe('a draft', () => {
  test('survives a reload, which opens the wizard again', async () => {
    wizardServer();
    const before = await open();
    await before.type('Title', 'Spring roast');
    await before.press('Next');
    await before.at('What should creators do?');
    await before.type('Do 1', 'Show the cup');
    before.unmount();
    const after = await open({ request: null });
    expect(await after.at('What should creators do?')).toBeTruthy();
    expect(after.field('Do 1').value).toBe('Show the cup');
    expect(after.inside.getByText('Your draft is saved on this device')).toBeTruthy();
    await after.press('Start over');
    await after.at('Start with the basics');
    expect(after.field('Title').value).toBe('');
    expect(localStorage.getItem(drafts)).toBe('{}');
  });

  test('isn’t shown to another brand', async () => {
    localStorage.setItem('afield-campaign-drafts-brd_2', JSON.stringify({ new: { title: 'Theirs' } }));
    wizardServer();
    const { field } = await open();
    expect(field('Title').value).toBe('');
  });

  test('of a version without default guidelines gets them', async () => {
    wizardServer();
    const before = await open();
    await before.type('Title', 'Spring roast');
    before.unmount();
    const { new: kept } = JSON.parse(localStorage.getItem(drafts) ?? '') as { new: object };
    localStorage.setItem(drafts, JSON.stringify({ new: { ...kept, dos: null, donts: null } }));
    const { press, at, field } = await open({ request: null });
    expect(field('Title').value).toBe('Spring roast');
    await press('Next');
    await at('What should creators do?');
    expect(field('Do 1').value).toMatch(/first 10 seconds/);
  });

  test('that is unreadable is ignored', async () => {
    localStorage.setItem(drafts, '{"new":{"title":7}}');
    wizardServer();
    const { field } = await open();
    expect(field('Title').value).toBe('');
  });
});

describe('closing the wizard', () => {
  const asks = async () => within(await screen.findByRole('dialog', { name: 'Keep this draft?' }));

  test('without changes stores nothing, and doesn’t ask', async () => {
    wizardServer();
    const { press, isClosed } = await open();
    await press('Close');
    await isClosed();
    expect(localStorage.getItem(drafts) ?? '{}').toBe('{}');
  });

  test('takes more than pressing Escape', async () => {
    wizardServer();
    const { user, dialog } = await open();
    await user.keyboard('{Escape}');
    expect(dialog.isConnected).toBe(true);
  });

  test('with changes asks, and can keep the draft', async () => {
    wizardServer();
    const { type, press, isClosed, user } = await open();
    await type('Title', 'Spring roast');
    await press('Close');
    const asked = await asks();
    await user.click(asked.getByRole('button', { name: 'Keep draft' }));
    await isClosed();
    expect(localStorage.getItem(drafts)).toContain('Spring roast');
  });

  test('with changes asks, and can discard the draft', async () => {
    wizardServer();
    const { type, press, isClosed, user } = await open();
    await type('Title', 'Spring roast');
    await press('Close');
    const asked = await asks();
    await user.click(asked.getByRole('button', { name: 'Discard draft' }));
    await isClosed();
    expect(localStorage.getItem(drafts)).toBe('{}');
  });
});

describe('the wizard without a network', () => {
  test('shows up front that it needs one, accepts input, and sends when the network returns', async () => {
    const api = wizardServer();
    setSyncStatus(aSyncStatus({ online: false }));
    const { inside, fill, button, press } = await open();
    expect(inside.getByText(/^You’re offline\. Fill in the campaign now/)).toBeTruthy();
    await fill();
    expect(button('Create Campaign').disabled).toBe(true);
    expect(api.to(create)).toEqual([]);
    setSyncStatus(aSyncStatus({ online: true }));
    await waitFor(() => expect(button('Create Campaign').disabled).toBe(false));
    await press('Create Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
  });

  test('can’t save a handle or a picture', async () => {
    const brand = aBrand({ tikTokHandle: null });
    wizardServer({ brand });
    setSyncStatus(aSyncStatus({ online: false }));
    const { button } = await open({ brand });
    expect(button('Save').disabled).toBe(true);
  });
});

const rejected = aCampaign({
  id: 'cmp_2',
  name: 'Win a car',
  approvalStatus: 'REJECTED',
  rejectionReason: 'Prizes are not allowed.',
  startAt: '2026-01-01T00:00:00.000Z',
  endAt: null,
  platforms: ['YOUTUBE'],
  tags: [{ id: 'tag_travel', name: 'Travel' }],
  dos: ['Show the car'],
  donts: ['Drive'],
  cpmBudgetCents: 60_000,
  CPMWorker: null,
  brief: { talkingPoints: ['It is red'], extraNotes: 'No filters.', postingMedia: null },
});
const brand = aBrand({ youtubeHandle: 'northwind' });

describe('Edit & Resubmit', () => {
  test('starts with the rejected campaign, and replaces it', async () => {
    const api = wizardServer({ brand, campaigns: [rejected] });
    const { inside, field, type, press, at, isClosed, path } = await open({
      request: { kind: 'resubmit', campaignId: 'cmp_2' },
      brand,
    });
    expect(inside.getByRole('heading', { level: 2 }).textContent).toBe('Edit & Resubmit: Win a car');
    expect(inside.getByRole('radio', { name: /YouTube/ })).toHaveProperty('checked', true);
    await type('Title', 'Test a car');
    await press('Next');
    await at('What should creators do?');
    expect([field('Do 1').value, field("Don't 1").value]).toEqual(['Show the car', 'Drive']);
    expect([field('Talking point 1').value, field('Notes for creators').value]).toEqual(['It is red', 'No filters.']);
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    await press('Resubmit Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    await isClosed();
    expect(path()).toBe('/dashboard/campaigns/cmp_new');
    expect(api.to(create)[0]?.body).toMatchObject({
      title: 'Test a car',
      socialPlatforms: ['YOUTUBE'],
      startAtDeltaSecs: 0,
      dos: ['Show the car'],
      donts: ['Drive'],
      tagIds: ['tag_travel'],
      cpmBudgetCents: 60_000,
      talkingPoints: ['It is red'],
      extraNotes: 'No filters.',
      replacesCampaignId: 'cmp_2',
    });
  });

  test('shows on each step why it was rejected', async () => {
    wizardServer({ brand, campaigns: [rejected] });
    const { inside, at } = await open({ request: { kind: 'resubmit', campaignId: 'cmp_2' }, brand });
    for (const [tab, title] of [
      ['Overview', 'Start with the basics'],
      ['Guidelines', 'What should creators do?'],
      ['Summary', 'Ready to submit?'],
    ] as const) {
      inside.getByRole('tab', { name: tab }).click();
      await at(title);
      expect(inside.getByText('Prizes are not allowed.').textContent).toBe('Rejected: Prizes are not allowed.');
    }
  });

  test('has its own draft', async () => {
    wizardServer({ brand, campaigns: [rejected] });
    const fresh = await open({ brand });
    await fresh.type('Title', 'Spring roast');
    fresh.unmount();
    const { field } = await open({ request: { kind: 'resubmit', campaignId: 'cmp_2' }, brand });
    expect(field('Title').value).toBe('Win a car');
    expect(localStorage.getItem(drafts)).toContain('Spring roast');
  });
});

describe('Edit Campaign', () => {
  const inReview = { ...rejected, approvalStatus: 'PENDING', rejectionReason: null } as const;
  const request = { kind: 'edit', campaignId: 'cmp_2' } as const;
  const name = /^Edit Campaign/;

  test('replaces a campaign in review, whose budget can be spent again', async () => {
    // Most of the balance is reserved by the campaign itself.
    const funded = { ...brand, availableBalanceCents: 10_000 };
    const api = wizardServer({ brand: funded, campaigns: [inReview] });
    const { inside, at, press } = await open({ request, brand: funded, name });
    expect(inside.getByText('This campaign is in review. Sending your changes starts the review again.')).toBeTruthy();
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    const balance = inside.getByRole('region', { name: 'Balance for this campaign' }).textContent;
    expect(balance).toBe(
      'Available balance$100.00Budget of the version in review$600.00Left after this campaign$100.00',
    );
    await press('Resubmit Campaign');
    expect(await screen.findByText('Campaign created successfully')).toBeTruthy();
    expect(api.to(create)[0]?.body).toMatchObject({ title: 'Win a car', replacesCampaignId: 'cmp_2' });
  });

  test('ends once the campaign has been approved', async () => {
    const api = wizardServer({ brand, campaigns: [inReview] });
    const { inside, at, button, queryClient } = await open({ request, brand, name });
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    api.on(targets.campaign('cmp_2'), () => ({ ...inReview, approvalStatus: 'APPROVED' }));
    await act(() => queryClient.invalidateQueries({ queryKey: ['campaigns'] }));
    expect(await inside.findByText('This campaign has been approved, so it can no longer be edited.')).toBeTruthy();
    expect(button('Resubmit Campaign').disabled).toBe(true);
  });
});

describe('Run again', () => {
  test('starts a new campaign with another one’s values', async () => {
    const api = wizardServer({ brand, campaigns: [rejected] });
    const { inside, at, press } = await open({ request: { kind: 'run-again', campaignId: 'cmp_2' }, brand });
    await at('Start with the basics');
    expect(inside.getByRole('heading', { level: 2 }).textContent).toBe('New Campaign: Win a car');
    inside.getByRole('tab', { name: 'Summary' }).click();
    await at('Ready to submit?');
    await press('Create Campaign');
    await screen.findByText('Campaign created successfully');
    expect(api.to(create)[0]?.body).not.toHaveProperty('replacesCampaignId');
  });

  test('asks before it replaces another draft', async () => {
    wizardServer({ brand, campaigns: [rejected] });
    const fresh = await open({ brand });
    await fresh.type('Title', 'Spring roast');
    fresh.unmount();
    const { at, press, field, inside } = await open({ request: { kind: 'run-again', campaignId: 'cmp_2' }, brand });
    await at('You have an unfinished campaign');
    expect(inside.getByText(/“Spring roast” is saved on this device/)).toBeTruthy();
    await press('Continue the draft');
    await at('Start with the basics');
    expect(field('Title').value).toBe('Spring roast');
  });

  test('replaces it on request', async () => {
    wizardServer({ brand, campaigns: [rejected] });
    const fresh = await open({ brand });
    await fresh.type('Title', 'Spring roast');
    fresh.unmount();
    const { at, press, field } = await open({ request: { kind: 'run-again', campaignId: 'cmp_2' }, brand });
    await at('You have an unfinished campaign');
    await press('Replace the draft');
    await at('Start with the basics');
    expect(field('Title').value).toBe('Win a car');
  });
});

test('a page without a request shows no wizard', async () => {
  wizardServer();
  await openPage(null);
  expect(screen.queryByRole('dialog')).toBeNull();
});
