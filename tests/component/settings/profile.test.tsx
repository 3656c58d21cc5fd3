import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { hasUnsaved } from '#app/intents/unsaved.ts';
import type { Brand } from '#contract/brand/brand.ts';
import { brandQuery } from '#features/auth/queries.ts';
import { ProfileForm } from '#features/settings/ProfileForm.tsx';
import { aBrand, aSyncStatus } from '../support/examples.ts';
import { fakeApi, refusal } from '../support/fake-api.ts';
import { renderWithApp, testQueryClient } from '../support/render.tsx';

const target = 'PUT /brand/v1.0/brands/current';

async function show(part: Partial<Brand> = {}) {
  const { user } = renderWithApp(<ProfileForm brand={aBrand(part)} />);
  await screen.findByLabelText('About');
  return {
    user,
    field: (label: string) => screen.getByLabelText(label) as HTMLInputElement,
    retype: async (label: string, text: string) => {
      const field = screen.getByLabelText(label);
      await user.clear(field);
      if (text) await user.type(field, text);
    },
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  };
}

test('the profile shows the current brand', async () => {
  const { field } = await show({ storeLocatorUrl: 'https://northwind.test/stores' });
  expect(field('About').value).toBe('Coffee for long walks.');
  expect(field('Website').value).toBe('northwind.test');
  expect(field('Store Locator').value).toBe('northwind.test/stores');
  expect(field('TikTok').value).toBe('northwind');
  expect(field('New submissions and posts').checked).toBe(true);
  expect(field('New logins').checked).toBe(false);
});

test('the profile reports required fields, and sends nothing', async () => {
  const api = fakeApi({});
  const { retype, save } = await show();
  await retype('About', '');
  await retype('Website', '');
  await retype('TikTok', ' ');
  await save();
  expect(await screen.findByText('Description is required')).toBeTruthy();
  expect(screen.getByText('Brand URL is required')).toBeTruthy();
  expect(screen.getByText('At least one social media handle is required')).toBeTruthy();
  expect(api.calls).toEqual([]);
});

test.each([
  ['Too short', 'Description must be at least 10 characters long'],
  ['x'.repeat(130), 'Description must be less than 130 characters long'],
])('the profile limits the description’s length: %s', async (typed, problem) => {
  fakeApi({});
  const { user, field, save } = await show();
  await user.clear(field('About'));
  await user.click(field('About'));
  await user.paste(typed);
  await save();
  expect(await screen.findByText(problem)).toBeTruthy();
});

test('the profile accepts pasted URLs and handles, and stores them normalized', async () => {
  const api = fakeApi({ [target]: ({ body }) => aBrand(body as Partial<Brand>) });
  const { user, field, save, retype } = await show();
  await retype('Website', '');
  await user.click(field('Website'));
  await user.paste('http://shop.northwind.test/de');
  await user.click(field('Instagram'));
  await user.paste('@north.wind!');
  await retype('TikTok', '');
  await user.click(screen.getByLabelText('New logins'));
  expect(field('Website').value).toBe('shop.northwind.test/de');
  expect(field('Instagram').value).toBe('north.wind');
  await save();
  expect(await screen.findByText('Your profile has been updated.')).toBeTruthy();
  expect(api.to(target)[0]?.body).toEqual({
    description: 'Coffee for long walks.',
    brandUrl: 'https://shop.northwind.test/de',
    storeLocatorUrl: null,
    tikTokHandle: null,
    youtubeHandle: null,
    instagramHandle: 'north.wind',
    facebookHandle: null,
    postNotificationsEnabled: true,
    loginNotificationsEnabled: true,
  });
});

test('the profile shows why it couldn’t be saved, and keeps the input', async () => {
  fakeApi({ [target]: () => refusal(400, 'invalid_request', 'The website is not allowed.') });
  const { retype, save, field } = await show();
  await retype('Website', 'other.test');
  await save();
  expect(await screen.findByText('Failed to update brand')).toBeTruthy();
  expect(screen.getByText('The website is not allowed.')).toBeTruthy();
  expect(field('Website').value).toBe('other.test');
});

test('input on the profile holds back an app update', async () => {
  fakeApi({ [target]: ({ body }) => aBrand(body as Partial<Brand>) });
  const { retype, save } = await show();
  expect(hasUnsaved()).toBe(false);
  await retype('Website', 'other.test');
  expect(hasUnsaved()).toBe(true);
  await save();
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

function OnScreen() {
  const { data } = useQuery({ ...brandQuery(), enabled: false });
  return data ? <ProfileForm brand={data} /> : null;
}

test('the profile shows another device’s change beside the current input', async () => {
  const queryClient = testQueryClient();
  queryClient.setQueryData(brandQuery().queryKey, aBrand());
  const { user } = renderWithApp(<OnScreen />, { queryClient });
  const website = (await screen.findByLabelText('Website')) as HTMLInputElement;
  await user.clear(website);
  await user.type(website, 'mine.test');
  act(() => {
    queryClient.setQueryData(
      brandQuery().queryKey,
      aBrand({ brandUrl: 'https://theirs.test', youtubeHandle: 'theirs' }),
    );
  });
  await waitFor(() => expect((screen.getByLabelText('YouTube') as HTMLInputElement).value).toBe('theirs'));
  expect(website.value).toBe('mine.test');
});

test('the profile shows offline that it needs a connection, before anything is sent', async () => {
  setSyncStatus(aSyncStatus({ online: false }));
  await show();
  expect(screen.getByText(/^You’re offline/)).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
});
