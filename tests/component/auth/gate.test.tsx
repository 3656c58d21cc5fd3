import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { Gate } from '#features/auth/Gate.tsx';
import { aBrand, aSession, aSyncStatus } from '../support/examples.ts';
import { fakeApi, refusal, status } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';
import { forgetSettings, setSettings } from '../support/settings.ts';

const target = 'GET /brand/v1.0/brands/current';
const suspension = { reason: 'Two invoices are unpaid.', since: '2026-03-15T12:00:00.000Z' };
const gate = <Gate banner={<p>The banner</p>}>The dashboard</Gate>;

/** Advances the fake clock. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  writeSession(aSession());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetSettings();
});

describe('the gate’s screen for a brand that is', () => {
  test.each([
    ['verified and approved', {}, 'The dashboard'],
    ['not verified', { emailVerified: false }, 'Verify Your Email'],
    [
      'neither verified nor approved',
      { emailVerified: false, approvalStatus: 'PENDING' as const },
      'Verify Your Email',
    ],
    ['under review', { approvalStatus: 'PENDING' as const }, 'Account Under Review'],
    ['not approved', { approvalStatus: 'REJECTED' as const }, 'Account Not Approved'],
    ['suspended', { approvalStatus: 'REJECTED' as const, suspension }, 'Account Suspended'],
  ])('%s', async (_, part, text) => {
    fakeApi({ [target]: () => aBrand(part) });
    renderWithApp(gate, { path: '/dashboard/settings' });
    expect(await screen.findByText(text)).toBeTruthy();
    const waits = text !== 'The dashboard';
    expect(screen.queryByText('The dashboard') === null).toBe(waits);
    expect(screen.queryByText('The banner') !== null).toBe(waits);
  });
});

describe('the gate’s text for a brand that is', () => {
  const see = async (part: Parameters<typeof aBrand>[0], title: string) => {
    fakeApi({ [target]: () => aBrand({ email: 'owner@northwind.test', ...part }) });
    renderWithApp(gate);
    await screen.findByRole('heading', { name: title });
    return document.body.textContent ?? '';
  };

  test('under review says how long it takes, and that an email follows', async () => {
    const text = await see({ approvalStatus: 'PENDING' }, 'Account Under Review');
    expect(text).toContain('Please allow up to 24 hours.');
    expect(text).toContain('We’ll email owner@northwind.test once your account is approved');
  });

  test('not approved says that the details were emailed, and mentions no coming review', async () => {
    const text = await see({ approvalStatus: 'REJECTED' }, 'Account Not Approved');
    expect(text).toContain('We sent the details to owner@northwind.test.');
    expect(text).not.toMatch(/reviewing/);
  });

  test('suspended shows the reason, if one is recorded', async () => {
    const text = await see({ approvalStatus: 'REJECTED', suspension }, 'Account Suspended');
    expect(text).toContain('Reason: Two invoices are unpaid.');
    cleanup();
    const without = await see(
      { approvalStatus: 'REJECTED', suspension: { ...suspension, reason: null } },
      'Account Suspended',
    );
    expect(without).not.toContain('Reason');
  });

  test.each([
    ['Account Under Review', { approvalStatus: 'PENDING' as const }],
    ['Account Not Approved', { approvalStatus: 'REJECTED' as const }],
    ['Account Suspended', { approvalStatus: 'REJECTED' as const, suspension }],
  ])('shown the screen “%s” names a contact, if the provider has one', async (title, part) => {
    await see(part, title);
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    setSettings({ supportEmail: 'help@afield.test' });
    await see(part, title);
    const link = screen.getByRole('link', { name: 'help@afield.test' });
    expect(link.getAttribute('href')).toBe('mailto:help@afield.test');
  });
});

describe('a waiting brand', () => {
  test('is fetched every 15 s, bypassing the copy, until it is approved', async () => {
    const api = fakeApi({ [target]: () => aBrand({ approvalStatus: 'PENDING' }) });
    renderWithApp(gate);
    await screen.findByText('Account Under Review');
    expect(api.to(target)).toHaveLength(1);
    await pass(14_000);
    expect(api.to(target)).toHaveLength(1);
    await pass(2_000);
    expect(api.to(target)).toHaveLength(2);
    expect(api.to(target)[1]?.headers.get('Cache-Control')).toBe('no-cache');
    api.on(target, () => aBrand());
    await pass(16_000);
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    const asked = api.to(target).length;
    await pass(60_000);
    expect(api.to(target)).toHaveLength(asked);
  });

  test('isn’t fetched offline', async () => {
    const api = fakeApi({ [target]: () => aBrand({ approvalStatus: 'PENDING' }) });
    renderWithApp(gate);
    await screen.findByText('Account Under Review');
    act(() => setSyncStatus(aSyncStatus({ online: false })));
    await pass(60_000);
    expect(api.to(target)).toHaveLength(1);
  });

  test('isn’t fetched by a hidden page', async () => {
    const api = fakeApi({ [target]: () => aBrand({ approvalStatus: 'PENDING' }) });
    renderWithApp(gate);
    await screen.findByText('Account Under Review');
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await pass(60_000);
    expect(api.to(target)).toHaveLength(1);
  });

  test('can go back to the login, which ends the session and opens the root', async () => {
    fakeApi({ [target]: () => aBrand({ emailVerified: false }), 'POST /brand/v1.0/auth/logout': () => ({}) });
    const { user } = renderWithApp(gate);
    const back = await screen.findByRole('button', { name: 'Back to Login' });
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    await user.click(back);
    await waitFor(() => expect(readSession()).toBeNull());
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  });

  test('can have its link sent again', async () => {
    const api = fakeApi({
      [target]: () => aBrand({ emailVerified: false }),
      'POST /brand/v1.0/auth/sendEmailCode': () => ({}),
    });
    const { user } = renderWithApp(gate);
    await user.click(await screen.findByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByText('Email verification link sent')).toBeTruthy();
    api.on('POST /brand/v1.0/auth/sendEmailCode', () => refusal(429, 'too_many_requests', 'Too many.'));
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(
      await screen.findByText('There was an error sending a new verification link. Please try again later.'),
    ).toBeTruthy();
  });
});

describe('a wrong email', () => {
  const changing = 'POST /brand/v1.0/auth/changeEmail';
  const message = 'This email already has an account. Log in, or reset your password.';

  async function change(answer: () => unknown) {
    let email = 'wrnog@northwind.test';
    const api = fakeApi({
      [target]: () => aBrand({ emailVerified: false, email }),
      [changing]: ({ body }) => {
        const answered = answer();
        if (answered === done) ({ email } = body as { email: string });
        return answered;
      },
    });
    const { user } = renderWithApp(gate);
    await screen.findByText(/We sent a link to wrnog@northwind\.test\./);
    await user.click(screen.getByRole('button', { name: 'Change email' }));
    await user.type(await screen.findByLabelText('New email'), 'wrong@northwind.test');
    await user.type(screen.getByLabelText('Password'), 'Right-pass1!');
    await user.click(screen.getByRole('button', { name: 'Change email and send link' }));
    return api;
  }
  const done = {};

  test('is changed with the password, and the new one is shown', async () => {
    const api = await change(() => done);
    expect(await screen.findByText(/We sent a link to wrong@northwind\.test\. Open it/)).toBeTruthy();
    expect(api.to(changing).map(({ body }) => body)).toEqual([
      { email: 'wrong@northwind.test', password: 'Right-pass1!' },
    ]);
    expect(screen.queryByLabelText('New email')).toBeNull();
  });

  test('is reported at its field if it is in use, as is a wrong password', async () => {
    await change(() => refusal(409, 'email_taken', message));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('New email').getAttribute('aria-invalid')).toBe('true');
    cleanup();
    const wrong = 'Your password is incorrect.';
    const issues = [{ path: 'body.password', message: wrong }];
    await change(() => status(400, { code: 'invalid_request', message: wrong, issues }));
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('an error is shown if the server can’t change it', async () => {
    await change(() => refusal(404, 'not_found', 'Not found.'));
    expect(await screen.findByText('Couldn’t change your email')).toBeTruthy();
    expect(
      screen.getByText('This account’s email can’t be changed here. Sign up again with the right one.'),
    ).toBeTruthy();
  });
});

describe('a brand that fails to load', () => {
  test('shows an error with a retry', async () => {
    const api = fakeApi({ [target]: () => refusal(500, 'internal', 'Something broke.') });
    const { user } = renderWithApp(gate);
    expect(await screen.findByText('Error loading account, please refresh the page')).toBeTruthy();
    expect(screen.getByText('Something broke.')).toBeTruthy();
    api.on(target, () => aBrand());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
  });

  test('loads automatically when the network returns, if no copy is stored', async () => {
    const api = fakeApi({ [target]: () => refusal(503, 'not_available_offline', 'Not available offline yet') });
    act(() => setSyncStatus(aSyncStatus({ online: false })));
    renderWithApp(gate);
    expect(await screen.findByText('Not available offline yet')).toBeTruthy();
    api.on(target, () => aBrand());
    act(() => setSyncStatus(aSyncStatus()));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
  });
});
