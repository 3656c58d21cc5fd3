import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { readSession } from '#api/session/session.ts';
import { aSession } from '../support/examples.ts';
import { fakeApi } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.tsx';

afterEach(() => vi.unstubAllGlobals());

const { brandId: _, ...tokens } = aSession();
const admin = { adminUserId: 'adm_1', ...tokens };
const logout = 'POST /v1.0/auth/admin/logout';

test.each(['/', '/dashboard/campaigns'])(
  'an admin who opens %s sees that the app is for brands, and triggers no request',
  async (path) => {
    const api = fakeApi({});
    openApp(path, undefined, admin);
    expect(await screen.findByRole('heading', { name: 'Logged In as Admin' })).toBeTruthy();
    expect(api.calls).toEqual([]);
  },
);

test('an admin can log out, which also ends the session on the server', async () => {
  const api = fakeApi({ [logout]: () => ({}) });
  const { user } = openApp('/dashboard/campaigns', undefined, admin);
  const button = await screen.findByRole('button', { name: 'Logout' });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  await user.click(button);
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(readSession()).toBeNull();
  const { adminUserId, refreshToken } = admin;
  expect(api.to(logout).map(({ body }) => body)).toEqual([{ adminUserId, refreshToken }]);
});
