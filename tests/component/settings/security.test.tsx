import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { ChangePassword } from '#features/auth/security/ChangePassword.tsx';
import { Devices } from '#features/auth/security/Devices.tsx';
import { aSession } from '../support/examples.ts';
import { fakeApi, noNetwork, refusal, status } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const changing = 'POST /brand/v1.0/auth/changePassword';
const listing = 'GET /brand/v1.0/auth/sessions';
const ending = 'POST /brand/v1.0/auth/logoutEverywhere';
const done = {};
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const device = (id: string, current: boolean, userAgent: string | null = null) => ({
  ...{ id, current, userAgent, createdAt: '2026-01-02T08:00:00.000Z' },
  lastUsedAt: new Date(Date.now() - 3_600_000).toISOString(),
});

beforeEach(() => writeSession(aSession()));

describe('the password', () => {
  async function change(current: string, password: string, again = password) {
    const { user } = renderWithApp(<ChangePassword />);
    await screen.findByRole('button', { name: 'Change password' });
    const type = async (label: string, text: string) => {
      if (text !== '') await user.type(screen.getByLabelText(label), text);
    };
    await type('Current password', current);
    await type('New password', password);
    await type('Confirm password', again);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  }
  const value = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

  test('is changed with the current one', async () => {
    const api = fakeApi({ [changing]: () => done });
    await change('Old-pass1!', 'New-pass1!');
    expect(await screen.findByText('Password changed. Other devices were logged out.')).toBeTruthy();
    expect(api.to(changing).map(({ body }) => body)).toEqual([
      { currentPassword: 'Old-pass1!', newPassword: 'New-pass1!' },
    ]);
    await waitFor(() => expect(value('Current password')).toBe(''));
  });

  test('is validated before anything is sent', async () => {
    const api = fakeApi({ [changing]: () => done });
    await change('', 'Newpass1', 'Newpass2');
    expect(await screen.findByText('Password is required.')).toBeTruthy();
    expect(screen.getByText(/^Password must contain at least one special character/)).toBeTruthy();
    expect(screen.getByText('The two passwords do not match.')).toBeTruthy();
    expect(api.calls).toEqual([]);
  });

  test('an incorrect current one is reported at its field, without a retry', async () => {
    const message = 'The current password is not right.';
    const api = fakeApi({
      [changing]: () =>
        status(400, { code: 'invalid_request', message, issues: [{ path: 'body.currentPassword', message }] }),
    });
    await change('Wrong-pass1!', 'New-pass1!');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(api.to(changing)).toHaveLength(1);
    expect(value('New password')).toBe('New-pass1!');
  });

  test('a failed change is reported', async () => {
    fakeApi({ [changing]: () => refusal(429, 'too_many_requests', 'Too many attempts. Please try again later.') });
    await change('Old-pass1!', 'New-pass1!');
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Couldn’t change your password')).toBeTruthy();
    expect(toast.getByText('Too many attempts. Please try again later.')).toBeTruthy();
  });
});

describe('devices', () => {
  const everywhere = () => screen.getByRole('button', { name: 'Log out other devices' }) as HTMLButtonElement;

  test('are listed by name, and all others can be logged out', async () => {
    let ended = false;
    const api = fakeApi({
      [listing]: () =>
        ended ? [device('ses_1', true)] : [device('ses_1', true), device('ses_2', false, safariOnIphone)],
      [ending]: () => {
        ended = true;
        return done;
      },
    });
    const { user } = renderWithApp(<Devices />);
    expect(await screen.findByText('Safari on iPhone')).toBeTruthy();
    expect(screen.getByText('Unknown device')).toBeTruthy();
    expect(screen.getByText('This device')).toBeTruthy();
    await user.click(everywhere());
    expect(await screen.findByText('Logged out of all other devices.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(api.to(ending)).toHaveLength(1);
    expect(everywhere().disabled).toBe(true);
  });

  test('can’t be listed offline', async () => {
    fakeApi({ [listing]: noNetwork });
    renderWithApp(<Devices />);
    expect(await screen.findByText('Connect to the internet to see your devices.')).toBeTruthy();
    expect(everywhere().disabled).toBe(true);
  });

  test('are hidden if the server doesn’t list them', async () => {
    const api = fakeApi({ [listing]: () => refusal(404, 'not_found', 'There is nothing at this address.') });
    renderWithApp(<Devices />);
    await waitFor(() => expect(api.to(listing)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out other devices' })).toBeNull());
  });
});
