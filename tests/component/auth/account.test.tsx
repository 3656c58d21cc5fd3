import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { SignupScreen } from '#features/auth/login/SignupScreen.tsx';
import { LogoutDialog } from '#features/auth/logout/LogoutDialog.tsx';
import { ResetPasswordScreen } from '#features/auth/reset/ResetPasswordScreen.tsx';
import { ResetRequestScreen } from '#features/auth/reset/ResetRequestScreen.tsx';
import { consumeLink } from '#features/auth/verification/kept-link.ts';
import { VerifyByLinkScreen } from '#features/auth/verification/VerifyByLinkScreen.tsx';
import { VerifyEmailScreen } from '#features/auth/verification/VerifyEmailScreen.tsx';
import { aBrand, aSession, aSyncStatus } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const auth = (name: string) => `POST /brand/v1.0/auth/${name}`;
const good = 'Right-pass1!';

afterEach(() => vi.unstubAllGlobals());

describe('signing up', () => {
  const show = async () => {
    const { user } = renderWithApp(<SignupScreen />);
    await screen.findByLabelText('Brand name');
    return {
      user,
      type: (label: string, text: string) => user.type(screen.getByLabelText(label), text),
      send: () => user.click(screen.getByRole('button', { name: 'Sign Up' })),
    };
  };

  test('requires every field', async () => {
    const api = fakeApi({});
    const { send } = await show();
    await send();
    for (const text of [
      'Name is required.',
      'Email is required.',
      /^Password needs to be at least 8 characters/,
      'Password confirmation is required.',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(api.calls).toEqual([]);
  });

  test('shows up front that it needs a connection', async () => {
    setSyncStatus(aSyncStatus({ online: false }));
    await show();
    expect(screen.getByText('Connect to the internet to sign up.')).toBeTruthy();
    act(() => setSyncStatus(aSyncStatus()));
    expect(screen.queryByText('Connect to the internet to sign up.')).toBeNull();
  });

  test('shows a mismatch on the confirmation field', async () => {
    fakeApi({});
    const { type, send } = await show();
    await type('Password', good);
    await type('Confirm password', `${good}?`);
    await send();
    expect(await screen.findByText('The two passwords do not match.')).toBeTruthy();
    expect(screen.getByLabelText('Confirm password').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBeNull();
  });

  test('starts a session, without sending the confirmation', async () => {
    const api = fakeApi({ [auth('signup')]: () => aSession() });
    const reload = vi.fn();
    const { type, send } = await show();
    vi.stubGlobal('location', { ...window.location, reload });
    await type('Brand name', ' Northwind ');
    await type('Email', 'hello@northwind.test');
    await type('Password', good);
    await type('Confirm password', good);
    await send();
    await waitFor(() => expect(readSession()).toEqual(aSession()));
    expect(api.calls[0]?.body).toEqual({ name: 'Northwind', email: 'hello@northwind.test', password: good });
    await waitFor(() => expect(reload).toHaveBeenCalled());
  });

  test('shows the server’s error', async () => {
    fakeApi({ [auth('signup')]: () => refusal(409, 'email_taken', 'This email has an account already.') });
    const { type, send } = await show();
    await type('Brand name', 'Northwind');
    await type('Email', 'hello@northwind.test');
    await type('Password', good);
    await type('Confirm password', good);
    await send();
    expect(await screen.findByText('Signup failed')).toBeTruthy();
    expect(screen.getByText('This email has an account already.')).toBeTruthy();
  });
});

describe('requesting a new password', () => {
  test('sends a link', async () => {
    const api = fakeApi({ [auth('requestPasswordReset')]: () => ({}) });
    const { user } = renderWithApp(<ResetRequestScreen />);
    await user.type(await screen.findByLabelText('Email'), 'hello@northwind.test');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Check your email for a link to reset!')).toBeTruthy();
    expect(api.calls[0]?.body).toEqual({ email: 'hello@northwind.test' });
  });

  test('shows one error for every failure', async () => {
    fakeApi({ [auth('requestPasswordReset')]: () => refusal(429, 'too_many_requests', 'Wait.') });
    const { user } = renderWithApp(<ResetRequestScreen />);
    await user.type(await screen.findByLabelText('Email'), 'hello@northwind.test');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy();
  });
});

describe('setting a new password by a link', () => {
  test('stores it, and opens the login', async () => {
    const api = fakeApi({ [auth('resetPassword')]: () => ({}) });
    const onDone = vi.fn();
    const { user } = renderWithApp(<ResetPasswordScreen brandId="brd_1" code="abc" onDone={onDone} />);
    await user.type(await screen.findByLabelText('Password'), good);
    await user.type(screen.getByLabelText('Confirm password'), good);
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    await screen.findByText('Your new password has been successfuly created. Please log back in.');
    expect(api.calls[0]?.body).toEqual({ brandId: 'brd_1', resetCode: 'abc', password: good });
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  });

  test('shows why it was refused', async () => {
    fakeApi({ [auth('resetPassword')]: () => refusal(400, 'invalid_code', 'This link was used already.') });
    const { user } = renderWithApp(<ResetPasswordScreen brandId="brd_1" code="abc" onDone={() => undefined} />);
    await user.type(await screen.findByLabelText('Password'), good);
    await user.type(screen.getByLabelText('Confirm password'), good);
    await user.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText('Reset password failed')).toBeTruthy();
    expect(screen.getByText('This link was used already.')).toBeTruthy();
  });

  test.each([
    [undefined, 'abc'],
    ['brd_1', undefined],
  ])('shows no form for an incomplete link (%s, %s)', async (brandId, code) => {
    const onDone = vi.fn();
    renderWithApp(<ResetPasswordScreen brandId={brandId} code={code} onDone={onDone} />);
    expect(await screen.findByText('Invalid reset password link')).toBeTruthy();
    expect(screen.getByText('Please request a new link.')).toBeTruthy();
    expect(onDone).toHaveBeenCalled();
  });
});

describe('verifying the email', () => {
  const target = 'POST /brand/v1.0/verifyEmail';
  const show = (code: string | null = 'abc') => {
    const ways = { onVerified: vi.fn(), onInvalidLink: vi.fn() };
    const view = renderWithApp(
      <>
        <VerifyEmailScreen brandId="brd_1" code={code ?? undefined} {...ways} />
        <LogoutDialog />
      </>,
    );
    return { ...view, ...ways };
  };

  test('happens once, and continues after a second', async () => {
    const api = fakeApi({ [target]: () => ({}) });
    const { onVerified } = show();
    expect(await screen.findByText('Verifying Your Email')).toBeTruthy();
    await waitFor(() => expect(api.to(target).map(({ body }) => body)).toEqual([{ emailCode: 'abc' }]));
    await waitFor(() => expect(onVerified).toHaveBeenCalledTimes(1));
  });

  test('continues after a login if the session has ended', async () => {
    fakeApi({
      [target]: () => refusal(401, 'unauthorized', 'Please log in.'),
      'POST /v1.0/auth/brand/refresh': () => refusal(401, 'invalid_refresh_token', 'No.'),
    });
    writeSession(aSession());
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    show();
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(consumeLink()).toEqual({ brandId: 'brd_1', code: 'abc' });
    expect(consumeLink()).toBeNull();
  });

  const current = 'GET /brand/v1.0/brands/current';
  const refused = (brand: Partial<Brand> = { emailVerified: false }) => ({
    [target]: () => refusal(400, 'invalid_code', 'No.'),
    [current]: () => aBrand(brand),
    [auth('sendEmailCode')]: (): unknown => ({}),
  });

  test('requests a new link if it fails, and says that it was sent', async () => {
    const api = fakeApi(refused());
    const alert = vi.fn();
    vi.stubGlobal('alert', alert);
    const { onInvalidLink } = show();
    await waitFor(() => expect(onInvalidLink).toHaveBeenCalled());
    expect(alert).toHaveBeenCalledWith(
      'There was an error verifying your email. Please check your email for a new link to verify.',
    );
    expect(api.to(auth('sendEmailCode'))).toHaveLength(1);
    expect(await screen.findByText('Email verification link sent')).toBeTruthy();
  });

  test('reports if no new link could be sent, and how long to wait', async () => {
    const words = 'Too many attempts. Please try again in 12 minutes.';
    fakeApi({ ...refused(), [auth('sendEmailCode')]: () => refusal(429, 'too_many_requests', words) });
    vi.stubGlobal('alert', vi.fn());
    show();
    expect(
      await screen.findByText('There was an error sending a new verification link. Please try again later.'),
    ).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('continues without a new link if the brand is already verified, even if the link is invalid', async () => {
    const api = fakeApi(refused({ emailVerified: true }));
    const alert = vi.fn();
    vi.stubGlobal('alert', alert);
    const { onVerified } = show();
    await waitFor(() => expect(onVerified).toHaveBeenCalledTimes(1));
    expect([alert.mock.calls, api.to(auth('sendEmailCode')), consumeLink()]).toEqual([[], [], null]);
  });

  test('continues if only the response was lost', async () => {
    fakeApi({ ...refused({ emailVerified: true }), [target]: noNetwork });
    const { onVerified } = show();
    await waitFor(() => expect(onVerified).toHaveBeenCalledTimes(1));
  });

  test('keeps a link that a network failure kept from the server, for a retry', async () => {
    const api = fakeApi({ ...refused(), [target]: noNetwork });
    const { user, onVerified } = show();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('heading', { name: 'Email Not Verified' })).toBeTruthy();
    expect(api.to(auth('sendEmailCode'))).toEqual([]);
    api.on(target, () => ({}));
    await user.click(again);
    await waitFor(() => expect(onVerified).toHaveBeenCalledTimes(1));
  });

  test('Back to Login ends the session, since a logged-in page would redirect here again', async () => {
    writeSession(aSession());
    fakeApi({ [target]: () => new Promise(() => {}), [auth('logout')]: () => ({}) });
    const { user } = show();
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    await user.click(await screen.findByRole('button', { name: 'Back to Login' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
    expect([readSession(), consumeLink()]).toEqual([null, null]);
  });

  test('refuses an incomplete link', async () => {
    const { onInvalidLink } = show(null);
    expect(await screen.findByText('Invalid verification link, brand id or code missing')).toBeTruthy();
    expect(onInvalidLink).toHaveBeenCalled();
  });
});

describe('verifying the email of a logged-out brand', () => {
  const target = 'POST /brand/v1.0/verifyEmail';
  const show = (isOther = false) => {
    const onLeave = vi.fn();
    const { user } = renderWithApp(
      <VerifyByLinkScreen isOther={isOther} link={{ brandId: 'brd_1', code: 'abc' }} onLeave={onLeave} />,
    );
    return {
      user,
      onLeave,
      press: async () => user.click(await screen.findByRole('button', { name: 'Verify email' })),
    };
  };
  const answers = (answer: () => unknown) => fakeApi({ [target]: answer });

  test('waits for a tap, since mail scanners open links and run their scripts', async () => {
    const order: string[] = [];
    answers(() => {
      order.push('call');
      return { brandName: 'Harbour Tea' };
    });
    const { press } = show();
    expect(await screen.findByRole('heading', { name: 'Verify Your Email' })).toBeTruthy();
    order.push('tap');
    await press();
    expect(await screen.findByRole('heading', { name: 'Email Verified' })).toBeTruthy();
    expect(order).toEqual(['tap', 'call']);
  });

  test('happens once, by brand and code and without a session, and shows the next step', async () => {
    writeSession(aSession());
    const api = answers(() => ({ brandName: 'Harbour Tea' }));
    const { user, onLeave, press } = show();
    await press();
    expect(await screen.findByRole('heading', { name: 'Email Verified' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(
      /^Harbour Tea’s email is verified\. If you have Afield on your home screen/,
    );
    expect(api.to(target).map(({ body, headers }) => [body, headers.get('Authorization')])).toEqual([
      [{ brandId: 'brd_1', emailCode: 'abc' }, null],
    ]);
    await user.click(screen.getByRole('button', { name: 'Log in here' }));
    expect(onLeave).toHaveBeenCalledTimes(1);
  });

  test('leaves another account logged in, and shows whose email it was', async () => {
    answers(() => ({ brandName: 'Harbour Tea' }));
    await show(true).press();
    expect(
      await screen.findByText('Harbour Tea’s email is verified. You’re still logged in with a different account.'),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back to your dashboard' })).toBeTruthy();
  });

  test('asks for a login if a code is wrong, since a new link needs a session', async () => {
    const alert = vi.fn();
    vi.stubGlobal('alert', alert);
    const api = answers(() => refusal(400, 'invalid_code', 'No.'));
    await show().press();
    expect(await screen.findByText('There was an error verifying your email. Log in to send a new link.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect([alert.mock.calls, api.calls.length]).toEqual([[], 1]);
  });

  test('shows which account to log in with if another is logged in', async () => {
    answers(() => refusal(400, 'invalid_code', 'No.'));
    await show(true).press();
    expect(await screen.findByRole('heading', { name: 'Email Not Verified' })).toBeTruthy();
    expect(screen.getByText(/Log in to that account to send a new link\.$/)).toBeTruthy();
  });

  test('keeps the link for the login if the server only has the call with a session', async () => {
    answers(() => refusal(401, 'unauthorized', 'Please log in.'));
    const { onLeave, press } = show();
    await press();
    expect(await screen.findByText('Log in to verify your email.')).toBeTruthy();
    expect(onLeave).toHaveBeenCalledTimes(1);
    expect(consumeLink()).toEqual({ brandId: 'brd_1', code: 'abc' });
  });

  test('keeps no link for another account on such a server', async () => {
    answers(() => refusal(401, 'unauthorized', 'Please log in.'));
    const { onLeave, press } = show(true);
    await press();
    expect(
      await screen.findByText(
        'This link is for a different account. Log in to that account, then open the link again.',
      ),
    ).toBeTruthy();
    expect([onLeave.mock.calls, consumeLink()]).toEqual([[], null]);
  });

  test('can be retried after a network failure', async () => {
    const api = answers(noNetwork);
    const { user, press } = show();
    await press();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByRole('status').textContent).toMatch(/^Network error/);
    api.on(target, () => ({ brandName: 'Harbour Tea' }));
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Email Verified' })).toBeTruthy();
  });
});
