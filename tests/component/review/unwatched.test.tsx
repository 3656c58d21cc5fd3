import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearSession, writeSession } from '#api/session/session.ts';
import { setSyncStatus } from '#api/sync-status.ts';
import { setKeptDrafts } from '#app/device/kept-drafts.ts';
import type { KeptDraft, KeptDrafts } from '#contract/worker/kept-drafts.ts';
import { useApproveGuard } from '#features/review/decision/ApproveGuard.tsx';
import { KeptDraftNote } from '#features/review/public.ts';
import { anOffer } from '#tests/unit/domain/examples.ts';
import { aSession, aSyncStatus } from '../support/examples.ts';
import { removeFakeWorker } from '../support/fake-worker.ts';
import { renderWithApp } from '../support/render.tsx';
import { accept, answerWith, approved, review, underReview } from '../support/review.tsx';

const address = `${window.location.origin}/media/demo/coffee.mp4`;
const aKeptDraft = (part: Partial<KeptDraft> = {}): KeptDraft => ({
  offerId: 'off_1',
  fulfillmentId: 'ful_1',
  address,
  haveBytes: 0,
  sizeBytes: null,
  state: 'waiting',
  ...part,
});
const someDrafts = (part: Partial<KeptDraft> = {}): KeptDrafts => ({
  brandId: 'brd_1',
  policy: 'wifi',
  tellsNetwork: true,
  savesData: false,
  keptBytes: 0,
  keptCount: 0,
  drafts: [aKeptDraft(part)],
});

beforeEach(() => writeSession(aSession()));
afterEach(() => {
  setSyncStatus(null);
  setKeptDrafts(null);
  removeFakeWorker();
  clearSession();
});

async function offline(part?: Partial<KeptDraft>, offer = anOffer()) {
  const app = await review(offer);
  act(() => {
    setSyncStatus(aSyncStatus({ online: false }));
    setKeptDrafts(someDrafts(part));
  });
  return app;
}
const played = (seconds: number) => ({ length: 1, start: () => 0, end: () => seconds });

const play = (video: HTMLElement, seconds: number, duration = 12) => {
  Object.defineProperties(video, {
    played: { configurable: true, value: played(seconds) },
    duration: { configurable: true, value: duration },
  });
  fireEvent.timeUpdate(video);
};
const dialog = () => screen.findByRole('dialog', { name: 'You haven’t watched this draft' });

test('a draft that isn’t on the phone shows a message offline, and has no play button', async () => {
  const { panel } = await offline();
  expect(panel.getByText('This draft isn’t on this device yet. Reconnect to watch it.')).toBeTruthy();
  expect(panel.queryByRole('button', { name: /^Play .*draft$/ })).toBeNull();
  act(() => setKeptDrafts(someDrafts({ state: 'partial', haveBytes: 12_000_000, sizeBytes: 40_000_000 })));
  expect(panel.getByText('This draft isn’t on this device yet (12 of 40 MB). Reconnect to watch it.')).toBeTruthy();
  act(() => setKeptDrafts(someDrafts({ state: 'kept', haveBytes: 1, sizeBytes: 1 })));
  expect(panel.getByRole('button', { name: /^Play .*draft$/ })).toBeTruthy();
});

test('a draft on this phone is loaded before it is played, and keeps its still', async () => {
  const metadata = { caption: 'First sip', posterUrl: '/media/demo/coffee.webp' };
  const { dialog: shown } = await offline({}, anOffer(underReview({ metadata })));
  const video = shown.querySelector('video');
  if (video === null) throw new Error('No video');
  expect(video.preload).toBe('none');
  act(() => setKeptDrafts(someDrafts({ state: 'kept', haveBytes: 1, sizeBytes: 1 })));
  expect(video.preload).toBe('auto');
  const seek = vi.fn();
  Object.defineProperty(video, 'currentTime', { configurable: true, get: () => 0, set: seek });
  fireEvent.loadedMetadata(video);
  expect(seek).not.toHaveBeenCalled();
});

test('a draft plays as usual online', async () => {
  const { panel } = await offline();
  act(() => setSyncStatus(aSyncStatus({ online: true })));
  expect(panel.getByRole('button', { name: /^Play .*draft$/ })).toBeTruthy();
});

test('an unwatched draft needs a confirmation to be approved offline', async () => {
  const { panel, user, api } = await offline();
  answerWith(api, accept, approved);
  await user.click(panel.getByRole('button', { name: 'Approve draft' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Wait for a connection' }));
  expect(api.to(accept)).toHaveLength(0);
  await user.click(panel.getByRole('button', { name: 'Approve draft' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Approve anyway' }));
  await panel.findByText('Waiting for link');
  expect(api.to(accept)).toHaveLength(1);
});

test.each([
  ['three seconds', 3, 12],
  ['all seconds of a shorter one', 1.9, 2],
])('a draft of which %s were watched is approved at once offline', async (_, seconds, duration) => {
  const offer = anOffer(underReview({ id: `ful_${seconds}` }));
  const { panel, dialog: shown, user, api } = await offline({ state: 'kept' }, offer);
  answerWith(api, accept, approved);
  const video = shown.querySelector('video');
  if (video === null) throw new Error('No video');
  play(video, 1, 12);
  await user.click(panel.getByRole('button', { name: 'Approve draft' }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Wait for a connection' }));
  play(video, seconds, duration);
  await user.click(panel.getByRole('button', { name: 'Approve draft' }));
  await panel.findByText('Waiting for link');
});

test('another submission counts as unwatched, and a link needs no watching', async () => {
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@adamoss/video/1' } as const;
  const { panel, user, api } = await offline({}, anOffer(underReview(link)));
  answerWith(api, accept, approved);
  await user.click(panel.getByRole('button', { name: 'Approve link' }));
  await panel.findByText('Waiting for link');
});

test.each([
  [{ state: 'kept', haveBytes: 9, sizeBytes: 9 }, 'On this device'],
  [{ state: 'partial', haveBytes: 12_000_000, sizeBytes: 40_000_000 }, '12 of 40 MB'],
  [{ state: 'waiting' }, 'Needs a connection'],
  [{ state: 'too-large', sizeBytes: 900_000_000 }, 'Needs a connection'],
  [{ state: 'off' }, 'Needs a connection'],
] as const)('the row for %o: %s', async (part, text) => {
  setKeptDrafts(someDrafts(part));
  renderWithApp(<KeptDraftNote offer={anOffer()} />);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('another brand’s drafts are ignored', async () => {
  setKeptDrafts({ ...someDrafts({ state: 'kept' }), brandId: 'brd_2' });
  renderWithApp(<KeptDraftNote offer={anOffer()} />);
  expect(screen.queryByText('On this device')).toBeNull();
});

function OtherScreen({ onApprove }: { onApprove: () => void }) {
  const guard = useApproveGuard(anOffer());
  return (
    <>
      <button onClick={() => guard.ask(onApprove)} type="button">
        Approve
      </button>
      {guard.dialog}
    </>
  );
}

test('another screen asks for the same confirmation', async () => {
  const approve = vi.fn();
  setSyncStatus(aSyncStatus({ online: false }));
  const { user } = renderWithApp(<OtherScreen onApprove={approve} />);
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(approve).not.toHaveBeenCalled();
  await user.click(within(await dialog()).getByRole('button', { name: 'Approve anyway' }));
  expect(approve).toHaveBeenCalledOnce();
});
