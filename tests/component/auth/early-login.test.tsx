import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showLogin } from '#cli/show-login.mjs';
import { App } from '#src/App.tsx';
import { loginRouter, renderLogin } from '#src/login-markup.tsx';
import { fakeApi, refusal } from '../support/fake-api.ts';
import { testQueryClient } from '../support/render.tsx';

const target = 'POST /brand/v1.0/auth/login';
let taken: Root | undefined;

/** The built page before the app's code runs: the parser and the first inline script have finished. */
async function openPage() {
  const { login } = await renderLogin();
  document.body.innerHTML = `<div id="root"></div><template id="login">${login}</template>`;
  showLogin();
  const root = document.getElementById('root');
  if (root === null) throw new Error('No root');
  return root;
}

/** Hydrates the page as main.tsx does. */
async function takeOver(root: HTMLElement) {
  const onRecoverableError = vi.fn();
  const router = loginRouter();
  await router.load();
  await act(async () => {
    taken = hydrateRoot(root, <App queryClient={testQueryClient()} router={router} />, { onRecoverableError });
  });
  await waitFor(() => expect(root.dataset.early).toBeUndefined());
  return { onRecoverableError };
}

const fields = () => ({
  email: screen.getByLabelText<HTMLInputElement>('Email'),
  password: screen.getByLabelText<HTMLInputElement>('Password'),
  button: screen.getByRole('button', { name: 'Log in' }),
});

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  // Runs idle callbacks at once: pages share the toast module, and one that ends while loading it would block later
  // tests.
  vi.stubGlobal('requestIdleCallback', setImmediate);
});

afterEach(async () => {
  await act(async () => taken?.unmount());
  taken = undefined;
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('text typed before hydration stays, in the same focused field', async () => {
  fakeApi({});
  const root = await openPage();
  const user = userEvent.setup();
  const { email, password } = fields();
  await user.type(password, 'Half a pass');
  await user.type(email, 'half@north');
  const { onRecoverableError } = await takeOver(root);
  // Compared by identity: a deep comparison of elements never ends.
  expect(fields().email === email && fields().password === password).toBe(true);
  expect(document.activeElement === email).toBe(true);
  expect([email.value, password.value]).toEqual(['half@north', 'Half a pass']);
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test('a login submitted before hydration is sent once, by the app', async () => {
  const api = fakeApi({ [target]: () => refusal(401, 'invalid_credentials', 'Incorrect email or password.') });
  const root = await openPage();
  const user = userEvent.setup();
  const { email, password, button } = fields();
  await user.type(email, 'hello@northwind.test');
  await user.type(password, 'Right-pass1!{Enter}');
  await user.click(button);
  expect(api.calls).toEqual([]);
  await takeOver(root);
  await screen.findByText('Incorrect email or password.');
  expect(api.to(target).map(({ body }) => body)).toEqual([{ email: 'hello@northwind.test', password: 'Right-pass1!' }]);
});

test('the browser never submits the form itself', async () => {
  const root = await openPage();
  const form = root.querySelector('form');
  expect(form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))).toBe(false);
});

test('hydration submits nothing unless the user did', async () => {
  const api = fakeApi({});
  const root = await openPage();
  await takeOver(root);
  expect(api.calls).toEqual([]);
  expect(screen.queryByText('Email is required.')).toBeNull();
});

test.each([
  ['with a session', () => localStorage.setItem('accessToken', 'any')],
  ['after an incomplete logout', () => localStorage.setItem('afield-left-behind', 'null')],
  ['at another URL', () => window.history.replaceState(null, '', '/dashboard/campaigns')],
])('no early login is shown %s', async (_, prepare) => {
  prepare();
  const root = await openPage();
  expect(root.childNodes).toHaveLength(0);
  expect(root.dataset.early).toBeUndefined();
});
