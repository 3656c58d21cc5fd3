import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type CreatorOffer, dropCreatorDraft, type OriginalState } from '#contract/creator/creator.ts';
import type { DraftUpload } from '#creator/upload/draft-upload.ts';
import type { UploadState } from '#creator/upload/state.ts';
import { anOffer, offersByStage } from '../support/creator-offer.ts';
import { openPage, read } from '../support/creator-page.tsx';
import { fakeApi } from '../support/fake-api.ts';

const uploads = vi.hoisted(() => ({
  state: { step: 'idle' } as object,
  sources: new Map<string, File>(),
  picked: [] as unknown[],
  begunId: null as string | null,
  skipped: 0,
}));
vi.mock('#creator/upload/draft-upload.ts', () => ({
  createDraftUpload: (): DraftUpload => ({
    read: () => uploads.state as UploadState,
    subscribe: () => () => {},
    pick: (...given) => void uploads.picked.push(given),
    resume: async () => false,
    takeSource(id) {
      const file = uploads.sources.get(id) ?? null;
      uploads.sources.delete(id);
      return file;
    },
    pause() {},
    continueUpload() {},
    sendAsItIs() {
      uploads.skipped += 1;
    },
    cancel: () => uploads.begunId,
  }),
}));

beforeEach(() => {
  uploads.state = { step: 'idle' };
  uploads.sources.clear();
  uploads.picked.length = 0;
  uploads.begunId = null;
  uploads.skipped = 0;
});

const film = new File(['film'], 'IMG_1.MOV', { type: 'video/quicktime' });
const withBrand = (original: OriginalState): CreatorOffer => {
  const offer = anOffer(offersByStage['with a draft at the brand']());
  return { ...offer, campaign: { ...offer.campaign, asksForOriginals: true }, original };
};
const owed = { state: 'owed', draftId: 'upl_1' } as const;
const begun: OriginalState = {
  ...{ state: 'uploading', uploadId: 'upl_2', url: '/creator/v1.0/uploads/upl_2', name: 'IMG_1.MOV' },
  ...{ sizeBytes: 240_000_000, receivedBytes: 34_000_000, fingerprint: 'o1-abc', originalOf: 'upl_1', returned: null },
};
const show = (offer: CreatorOffer) => {
  const api = fakeApi({ [read]: () => offer });
  return { api, ...openPage() };
};

test('a creator who chooses a video sees if the brand wants the original', async () => {
  const offer = anOffer(offersByStage['asked for a draft']());
  const asks = { ...offer, campaign: { ...offer.campaign, asksForOriginals: true } };
  const { unmount } = show(asks);
  const notice = /also asks for the original file\. .* such as the place/;
  expect(await screen.findByText(notice)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a video' })).toBeTruthy();
  unmount();
  show(offer);
  await screen.findByRole('button', { name: 'Choose a video' });
  expect(screen.queryByText(notice)).toBeNull();
});

test('an original whose file this page has is uploaded automatically, once', async () => {
  uploads.sources.set('upl_1', film);
  const { unmount } = show(withBrand(owed));
  await screen.findByRole('heading', { name: 'Original file' });
  expect(uploads.picked).toEqual([[film, null, 'upl_1']]);
  unmount();
  show(withBrand(owed));
  await screen.findByRole('heading', { name: 'Original file' });
  expect(uploads.picked).toHaveLength(1);
});

test('an original without its file is chosen by hand', async () => {
  const { user } = show(withBrand(owed));
  await screen.findByRole('button', { name: 'Send the original' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, film);
  expect(uploads.picked).toEqual([[film, owed, 'upl_1']]);
});

test('the upload shows its progress, and that the draft doesn’t wait for it', async () => {
  uploads.state = { step: 'uploading', name: 'IMG_1.MOV', sentBytes: 34e6, totalBytes: 240e6, secondsLeft: 180 };
  const { api, user } = show(withBrand(begun));
  api.on(`POST ${dropCreatorDraft.path}`, () => withBrand(owed));
  expect(await screen.findByText('34 of 240 MB, about 3 min left')).toBeTruthy();
  expect(screen.getByText(/^Your draft was sent. Keep this page open/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(api.to(`POST ${dropCreatorDraft.path}`).map(({ body }) => body)).toEqual([{ uploadId: 'upl_2' }]);
});

test('an original that has just begun can be skipped before the server’s next response', async () => {
  uploads.state = { step: 'uploading', name: 'IMG_1.MOV', sentBytes: 34e6, totalBytes: 240e6, secondsLeft: 180 };
  uploads.begunId = 'upl_3';
  const { api, user } = show(withBrand(owed));
  api.on(`POST ${dropCreatorDraft.path}`, () => withBrand(owed));
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  expect(api.to(`POST ${dropCreatorDraft.path}`).map(({ body }) => body)).toEqual([{ uploadId: 'upl_3' }]);
});

test('the creator chooses the file again after a reload without it', async () => {
  const { user } = show(withBrand(begun));
  const again = 'IMG_1.MOV is partly uploaded. Choose the same video again to continue where it stopped.';
  expect(await screen.findByText(again)).toBeTruthy();
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, film);
  expect(uploads.picked).toEqual([[film, begun, 'upl_1']]);
});

test.each<[OriginalState, string]>([
  [
    { state: 'processing', uploadId: 'upl_2', name: 'a.mov', since: '2026-11-01T10:00:00.000Z' },
    'Original uploaded. We’re checking it.',
  ],
  [{ state: 'kept', name: 'a.mov' }, 'Original sent: a.mov'],
  [
    { state: 'failed', uploadId: 'upl_2', name: 'a.mov', reason: 'It is broken.', originalOf: 'upl_1' },
    'It is broken.',
  ],
])('an original in the state %o shows its message', async (original, words) => {
  show(withBrand(original));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the original' }) !== null).toBe(original.state === 'failed');
});

test('a compressed video that this browser couldn’t store starts over, with a message', async () => {
  show(withBrand({ ...begun, fingerprint: `r1-${'0'.repeat(64)}` }));
  await screen.findByText('The upload of IMG_1.MOV was interrupted. Choose the video again to start over.');
});

const toChoose = () => anOffer(offersByStage['asked for a draft']());

test('a refused video offers to choose another', async () => {
  uploads.state = { step: 'failed', name: 'a.txt', message: 'We can’t read this file.', canTryAgain: false };
  const { user } = show(toChoose());
  await screen.findByRole('button', { name: 'Choose another video' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, film);
  expect(uploads.picked).toEqual([[film, null]]);
});

test('compressing can be skipped, unless the original is too large to be sent', async () => {
  uploads.state = { step: 'preparing', name: 'a.mov', fraction: 0.4, canSendOriginal: true };
  const { user, unmount } = show(toChoose());
  await screen.findByText('Compressing video, 40%. Keep this page open.');
  await user.click(screen.getByRole('button', { name: 'Send without compressing' }));
  expect(uploads.skipped).toBe(1);
  unmount();
  uploads.state = { ...uploads.state, canSendOriginal: false };
  show(toChoose());
  await screen.findByText('Compressing video, 40%. Keep this page open.');
  expect(screen.queryByRole('button', { name: 'Send without compressing' })).toBeNull();
});
