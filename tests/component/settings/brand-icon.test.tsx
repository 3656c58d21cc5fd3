import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { BrandIcon } from '#features/settings/BrandIcon.tsx';
import { aBrand, aSession, aSyncStatus } from '../support/examples.ts';
import { fakeApi, refusal } from '../support/fake-api.ts';
import { renderWithApp } from '../support/render.tsx';

const uploading = 'POST /brand/v1.0/storage/upload';
const saving = 'PUT /brand/v1.0/brands/current';
const url = 'https://afield.test/files/icon.webp';

beforeEach(() => writeSession(aSession()));

const file = (name: string, type: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type });

async function choose(chosen: File) {
  const { container } = renderWithApp(<BrandIcon brand={aBrand({ iconUrl: null })} />);
  await screen.findByRole('button', { name: 'Upload Photo' });
  // The event skips the browser's dialog, which would filter the files.
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, { target: { files: [chosen] } });
}

test('a picture is uploaded and shown at once', async () => {
  const api = fakeApi({
    [uploading]: () => ({ urls: [{ url, mime: 'image/webp' }] }),
    [saving]: () => aBrand({ iconUrl: url }),
  });
  await choose(file('icon.png', 'image/png'));
  expect(await screen.findByText('Your profile has been updated.')).toBeTruthy();
  expect(api.to(uploading)[0]?.body).toEqual({
    destinationPath: 'brand/profile-picture/',
    files: [{ fileBase64: 'AAAA', filename: 'icon.png', mime: 'image/png' }],
  });
  expect(api.to(saving).map(({ body }) => body)).toEqual([{ iconUrl: url }]);
});

test('the icon can’t be changed offline, and the reason is shown', async () => {
  setSyncStatus(aSyncStatus({ online: false }));
  renderWithApp(<BrandIcon brand={aBrand()} />);
  const upload = await screen.findByRole<HTMLButtonElement>('button', { name: 'Upload Photo' });
  expect(upload.disabled).toBe(true);
  expect(screen.getByText('Connect to the internet to change the icon.')).toBeTruthy();
});

test.each([
  ['of another type', file('icon.gif', 'image/gif'), 'File is not supported'],
  ['that is too large', file('icon.png', 'image/png', 5_242_881), 'File is too large'],
])('a file %s is refused before it is sent', async (_, chosen, problem) => {
  const api = fakeApi({});
  await choose(chosen);
  expect((await screen.findByRole('alert')).textContent).toBe(problem);
  expect(api.calls).toEqual([]);
});

test('the server’s error is shown', async () => {
  fakeApi({ [uploading]: () => refusal(415, 'unsupported_media_type', 'File is not supported.') });
  await choose(file('icon.png', 'image/png'));
  const toast = within(await screen.findByRole('alert'));
  expect(toast.getByText('Failed to update brand')).toBeTruthy();
  expect(toast.getByText('File is not supported.')).toBeTruthy();
});

test('a picture can be removed', async () => {
  const api = fakeApi({ [saving]: () => aBrand({ iconUrl: null }) });
  const { user } = renderWithApp(<BrandIcon brand={aBrand({ iconUrl: url })} />);
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Your profile has been updated.')).toBeTruthy();
  expect(api.to(saving).map(({ body }) => body)).toEqual([{ iconUrl: null }]);
});
