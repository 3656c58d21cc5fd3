import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FakeApi } from '../support/fake-api.ts';
import { noNetwork, refusal } from '../support/fake-api.ts';
import { aNewBrand, brandServer, openOnboarding, update, upload } from './support/open-onboarding.tsx';

const picture = (name = 'logo.png', type = 'image/png', content: BlobPart = 'the picture') =>
  new File([content], name, { type });
const stored = { url: '/files/brd_1/logo.webp', mime: 'image/webp' };

beforeEach(() => {
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    return `blob:afield/${made}`;
  };
  URL.revokeObjectURL = () => undefined;
});
afterEach(async () => {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('afield-drafts').onsuccess = resolve;
  });
  vi.restoreAllMocks();
});

async function show(answer: Parameters<FakeApi['on']>[1] = () => ({ urls: [stored] })) {
  const brand = aNewBrand('iconUrl');
  const server = brandServer(brand);
  server.api.on(upload, answer);
  const view = await openOnboarding(brand);
  await view.at(3);
  const input = () => view.inside.getByLabelText(/^Choose/) as HTMLInputElement;
  return {
    ...server,
    ...view,
    input,
    choose: async (...files: File[]) => fireEvent.change(input(), { target: { files } }),
    preview: () => view.inside.findByAltText('Your logo') as Promise<HTMLImageElement>,
  };
}

test('a chosen picture is shown before its upload, then saved with its flag', async () => {
  const { api, choose, preview, press, at, inside, saves } = await show();
  await choose(picture());
  expect((await preview()).src).toMatch(/^blob:/);
  expect(inside.getByText('logo.png')).toBeTruthy();
  expect(api.to(upload)).toEqual([]);
  await press('Next');
  await at(4);
  expect(api.to(upload).map(({ body }) => body)).toEqual([
    {
      destinationPath: 'brand/profile-picture/',
      files: [{ fileBase64: btoa('the picture'), filename: 'logo.png', mime: 'image/png' }],
    },
  ]);
  expect(saves().map(({ body }) => (body as { iconUrl: string }).iconUrl)).toEqual([stored.url]);
});

test.each([
  [[picture('a.png'), picture('b.png')], 'You can only upload up to 1 files'],
  [[picture('a.pdf', 'application/pdf')], 'File is not supported'],
  [[picture('a.webp', 'image/webp')], 'File is not supported'],
  [[picture('a', '')], 'File is not supported'],
  [[picture('a.png', 'image/png', new Uint8Array(10_000_001))], 'File is too large'],
])('an invalid file is refused (%#): %s', async (files, problem) => {
  const { choose, inside, input, press, api } = await show();
  await choose(...files);
  expect((await inside.findByRole('alert')).textContent).toBe(problem);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(inside.queryByAltText('Your logo')).toBeNull();
  await press('Next');
  expect((await inside.findByRole('alert')).textContent).toBe('Logo is required');
  expect(api.to(upload)).toEqual([]);
});

test.each([
  ['a.jpeg', 'image/jpeg', 'image/jpeg'],
  ['a.jpg', 'image/jpeg', 'image/jpeg'],
  ['a.png', 'image/png', 'image/png'],
  ['a.gif', 'image/gif', 'image/gif'],
  ['a.tiff', 'image/tiff', 'image/tiff'],
  ['a.HEIC', '', 'image/heic'],
  ['a.svg', 'image/svg+xml', 'image/svg+xml'],
])('a file of the type %s is accepted', async (name, type, mime) => {
  const { api, choose, press, at, preview } = await show();
  await choose(picture(name, type));
  await preview();
  await press('Next');
  await at(4);
  const [{ body } = { body: null }] = api.to(upload);
  expect((body as { files: { mime: string }[] }).files[0]?.mime).toBe(mime);
});

test('a file of exactly 10,000,000 bytes is accepted', async () => {
  const { choose, preview, inside } = await show();
  await choose(picture('a.png', 'image/png', new Uint8Array(10_000_000)));
  await preview();
  expect(inside.queryByRole('alert')).toBeNull();
});

test('a dropped file is accepted', async () => {
  const { inside, preview } = await show();
  const zone = inside.getByLabelText(/^Choose/).closest('div') as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files: [picture(), picture('b.png')] } });
  expect((await inside.findByRole('alert')).textContent).toBe('You can only upload up to 1 files');
  fireEvent.drop(zone, { dataTransfer: { files: [picture()] } });
  await preview();
  expect(inside.queryByRole('alert')).toBeNull();
});

test('the field doesn’t accept HEIC, which makes the phone convert it to JPEG', async () => {
  const { input } = await show();
  expect(input().accept).toContain('image/jpeg');
  expect(input().accept).not.toMatch(/hei[cf]|\*/i);
});

test('the server’s objection to a picture is shown beside it, and another is accepted', async () => {
  const words = 'We can’t read this HEIC picture. Save it as a JPEG or PNG and try again.';
  const { choose, press, preview, inside, input, at, api } = await show(() =>
    refusal(415, 'unsupported_media_type', words),
  );
  await choose(picture('a.heic', 'image/heic'));
  await preview();
  await press('Next');
  expect((await inside.findByText(words)).getAttribute('role')).toBe('alert');
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('Failed to update brand logo.')).toBeNull();
  api.on(upload, () => ({ urls: [stored] }));
  await choose(picture());
  await waitFor(() => expect(inside.queryByRole('alert')).toBeNull());
  await press('Next');
  await at(4);
});

test('a picture that this browser can’t display can still be sent', async () => {
  const { choose, preview, inside, press, at } = await show();
  await choose(picture('a.heic', 'image/heic'));
  fireEvent.error(await preview());
  expect(inside.getByText(/This browser can’t preview the picture/)).toBeTruthy();
  await press('Next');
  await at(4);
});

test('a chosen picture survives a reload offline', async () => {
  const { choose, preview, press, unmount } = await show(noNetwork);
  await choose(picture());
  await preview();
  await press('Next');
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toBe('Failed to update brand logo.Please try again.');
  unmount();
  const again = await show();
  expect(await again.inside.findByText('logo.png')).toBeTruthy();
  await again.press('Next');
  await again.at(4);
  expect(again.api.to(upload)).toHaveLength(1);
  await waitFor(async () => expect(await draftCount()).toBe(0));
});

test('an uploaded picture isn’t uploaded again if saving it failed', async () => {
  const { api, choose, preview, press, at } = await show();
  api.on(update, () => refusal(500, 'internal', 'Broken.'));
  await choose(picture());
  await preview();
  await press('Next');
  await screen.findByText('Failed to update brand logo.');
  api.on(update, () => aNewBrand('brandUrl', { iconUrl: stored.url }));
  await press('Next');
  await at(4);
  expect(api.to(upload)).toHaveLength(1);
});

test('failures not caused by the picture appear in the step’s toast', async () => {
  const { choose, preview, press } = await show(() => refusal(500, 'internal', 'Something broke.'));
  await choose(picture());
  await preview();
  await press('Next');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to update brand logo.Please try again.');
});

const draftCount = () =>
  new Promise<number>((resolve) => {
    const opening = indexedDB.open('afield-drafts');
    opening.onsuccess = () => {
      const counting = opening.result.transaction('logos').objectStore('logos').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
