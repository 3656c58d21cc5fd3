import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readSession } from '#api/session/session.ts';
import { LoginScreen } from '#features/auth/login/LoginScreen.tsx';
import { aSession } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal, status } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const target = 'POST /brand/v1.0/auth/login';

async function showLogin() {
  const view = renderWithApp(<LoginScreen />);
  const email = await screen.findByLabelText('Email');
  const password = screen.getByLabelText('Password');
  const logIn = () => view.user.click(screen.getByRole('button', { name: 'Log in' }));
  return { ...view, email, password, logIn };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a login’s input', () => {
  test('is required in each field, and nothing is sent without it', async () => {
    const api = fakeApi({});
    const { logIn, email, password } = await showLogin();
    await logIn();
    expect(await screen.findByText('Email is required.')).toBeTruthy();
    expect(screen.getByText('Password is required.')).toBeTruthy();
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
    expect(api.calls).toEqual([]);
  });

  test('must be an email address', async () => {
    fakeApi({});
    const { user, email, password, logIn } = await showLogin();
    await user.type(email, 'hello@northwind');
    await user.type(password, 'secret');
    await logIn();
    expect(await screen.findByText('Invalid email address.')).toBeTruthy();
    expect(screen.queryByText('Password is required.')).toBeNull();
  });
});

describe('logging in', () => {
  const fill = async ({ user, email, password, logIn }: Awaited<ReturnType<typeof showLogin>>) => {
    await user.type(email, 'hello@northwind.test');
    await user.type(password, 'Right-pass1!');
    await logIn();
  };

  test('stores the session under its five keys and reloads the page after a second', async () => {
    const api = fakeApi({ [target]: () => aSession() });
    const reload = vi.fn();
    const view = await showLogin();
    vi.stubGlobal('location', { ...window.location, reload });
    await fill(view);
    await waitFor(() => expect(readSession()).toEqual(aSession()));
    expect({ ...localStorage }).toEqual({ ...aSession(), 'afield-session-pairs': expect.any(String) });
    expect(api.to(target).map(({ body }) => body)).toEqual([
      { email: 'hello@northwind.test', password: 'Right-pass1!' },
    ]);
    expect(reload).not.toHaveBeenCalled();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  test('shows the server’s error, and stores no session', async () => {
    fakeApi({ [target]: () => refusal(401, 'invalid_credentials', 'Incorrect email or password.') });
    const view = await showLogin();
    await fill(view);
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Login failed')).toBeTruthy();
    expect(within(toast).getByText('Incorrect email or password.')).toBeTruthy();
    expect(readSession()).toBeNull();
  });

  test('reports a refused login without refreshing tokens', async () => {
    const api = fakeApi({ [target]: () => refusal(401, 'invalid_credentials', 'Incorrect email or password.') });
    const view = await showLogin();
    await fill(view);
    await screen.findByText('Login failed');
    expect(api.calls.map(({ path }) => path)).toEqual(['/brand/v1.0/auth/login']);
  });

  test('reports that there is no network', async () => {
    fakeApi({ [target]: noNetwork });
    const view = await showLogin();
    await fill(view);
    expect(await screen.findByText(/^Network error: Unable to connect to the server/)).toBeTruthy();
  });

  test('asks to try again if the response is empty', async () => {
    fakeApi({ [target]: () => status(200, {}) });
    const view = await showLogin();
    await fill(view);
    await screen.findByText('Login failed');
    expect(screen.getByText('Please try again.')).toBeTruthy();
  });
});

test('the login links to a new password and to a new account', async () => {
  fakeApi({});
  await showLogin();
  expect(screen.getByRole('link', { name: 'Forgot Password' }).getAttribute('href')).toBe('/reset/request');
  expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup');
});

test('hides a failed login’s toast on the next attempt', async () => {
  fakeApi({ [target]: () => refusal(401, 'invalid_credentials', 'Incorrect email or password.') });
  const { user, email, password, logIn, unmount } = await showLogin();
  await user.type(email, 'hello@northwind.test');
  await user.type(password, 'Wrong-pass1!');
  await logIn();
  await screen.findByText('Login failed');
  fakeApi({ [target]: () => new Promise(() => {}) });
  await logIn();
  await waitFor(() => expect(screen.queryByText('Login failed')).toBeNull());
  unmount();
});
