import { expect, test, vi } from 'vitest';
import { uploadFile } from '#api/upload.ts';
import { fakeApi } from '../support/fake-api.ts';

vi.mock('#uploads/send-file.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

const call = 'POST /brand/v1.0/storage/upload';
const fileOf = (bytes: number) => new File([new Uint8Array(bytes)], 'cup.mp4', { type: 'video/mp4' });

test('a small enough file is sent in one request if the chunk for resumable uploads fails to load', async () => {
  const api = fakeApi({});
  const stored = { url: 'https://files.test/cup.mp4', mime: 'video/mp4' };
  api.on(call, () => ({ urls: [stored] }));
  expect(await uploadFile('campaigns/media', fileOf(2_000_000))).toEqual(stored);
  await expect(uploadFile('campaigns/media', fileOf(10_000_001))).rejects.toThrow('Reload the page and try again.');
  expect(api.to(call)).toHaveLength(1);
});
