import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readSession } from '#api/session/session.ts';
import { keptOut, keptOutTitles } from '#tests/support/personas/personas.ts';
import { openApp } from '../support/open-app.tsx';
import { personaApi } from '../support/persona-api.ts';

// Each page of the dashboard, as each persona sees it.

const screens = {
  campaigns: '/dashboard/campaigns',
  campaign: '/dashboard/campaigns/cmp_1',
  analytics: '/dashboard/analytics',
  settings: '/dashboard/settings',
  statements: '/dashboard/statements',
  receipt: '/dashboard/receipts/pay_1',
} as const;
const paths = Object.entries(screens);

/** Error texts that no persona should see. */
const complaint = /couldn’t|couldn't|went wrong|^error|unable to|try again/i;

afterEach(() => vi.unstubAllGlobals());

describe.each(keptOut)('a brand that is %s', (persona) => {
  const title = keptOutTitles[persona];

  test.each(paths)('sees on %s why it has to wait, and no error', async (_, path) => {
    const api = personaApi(persona);
    openApp(path);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back to Login' })).toBeTruthy();
    expect(screen.queryByText(complaint)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    // The server would refuse calls that only an open account may make.
    expect(new Set(api.calls.map((call) => call.path))).toEqual(new Set(['/brand/v1.0/brands/current']));
  });
});

describe('an approved brand without records', () => {
  test.each([
    [screens.campaigns, 'No campaigns found'],
    [screens.analytics, 'No posts found'],
    [screens.settings, 'No payments yet'],
    [screens.statements, 'No transactions'],
  ])('sees an empty %s without errors behind its onboarding', async (path, text) => {
    personaApi('approved');
    openApp(path);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByRole('dialog', { name: 'Set up your brand' })).toBeTruthy();
    expect(screen.queryByText(complaint)).toBeNull();
  });
});

describe('a brand with one campaign', () => {
  const persona = 'oneCampaign';

  test('sees it in the list', async () => {
    personaApi(persona);
    openApp(screens.campaigns);
    expect(await screen.findByRole('link', { name: /Morning trail/ })).toBeTruthy();
    expect(screen.queryByText('No campaigns found')).toBeNull();
  });

  test('opens it', async () => {
    personaApi(persona);
    openApp(screens.campaign);
    expect(await screen.findByRole('heading', { level: 1, name: 'Morning trail' })).toBeTruthy();
    expect(await screen.findByText('Ada Moss')).toBeTruthy();
    expect(screen.queryByText(complaint)).toBeNull();
  });

  test('sees missing figures as zeros, and an empty table', async () => {
    personaApi(persona);
    openApp(screens.analytics);
    expect(await screen.findByText('No posts found')).toBeTruthy();
    const views = (await screen.findByText('Views', { selector: 'dt' })).nextElementSibling;
    expect(views?.textContent).toMatch(/^0/);
    expect(screen.queryByText(/NaN|Infinity|undefined/)).toBeNull();
    expect(screen.queryByText(complaint)).toBeNull();
  });

  test('sees its settings, without payments yet', async () => {
    personaApi(persona);
    openApp(screens.settings);
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    expect(await screen.findByText(/no payments/i)).toBeTruthy();
    expect(screen.queryByText(complaint)).toBeNull();
  });
});

test.each(paths)('an erased brand is redirected from %s to the login, without a session', async (_, path) => {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, pathname: path, search: '', assign });
  personaApi('erased');
  openApp(path);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(readSession()).toBeNull();
});
