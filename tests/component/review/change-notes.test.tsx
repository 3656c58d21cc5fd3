import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Offer } from '#contract/brand/offer.ts';
import type { ChangeTemplate } from '#contract/brand/requested-changes.ts';
import { changeTemplates } from '#domain/offers/change-templates.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { openApp } from '../support/open-app.tsx';
import { answerWith, approved, campaignPath, reject, underReview } from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

const draft = (part: Partial<Offer> = {}) => {
  const metadata = { caption: 'A quiet morning', durationMs: 13_000 };
  return anOffer({ ...underReview({ fulfillment: '/media/demo/notes.mp4', metadata }), ...part });
};

/** A draft of its own for a test that plays it, because the app remembers where each was left. */
const draftAt = (fulfillment: string) =>
  anOffer(underReview({ fulfillment, metadata: { caption: 'A quiet morning', durationMs: 13_000 } }));

const withNotes = changeTemplates.map((template) => ({ ...template, takesNote: true, mostNotes: 20 }));

/** The panel of an offer, from a server that takes notes unless its templates say otherwise. */
async function open(offer = draft(), templates: readonly ChangeTemplate[] = withNotes) {
  screenWidth(1280);
  const api = brandApi({ campaigns: [aCampaign()], offers: [offer] });
  api.on(targets.templates, () => templates);
  const app = openApp(`${campaignPath}?offerId=${offer.id}`);
  const dialog = await screen.findByRole('dialog', { name: 'Ada Moss' });
  const panel = within(dialog);
  const tick = async (name: RegExp) => app.user.click(await panel.findByRole('checkbox', { name }));
  const askFor = async (name: RegExp) => {
    await app.user.click(await panel.findByRole('button', { name: 'Request changes' }));
    await tick(name);
  };
  const add = async (on = '') =>
    app.user.click(await panel.findByRole('button', { name: on ? `Add remark on “${on}”` : /^Add remark( at|$)/ }));
  const note = () => panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' });
  const place = () => panel.getByRole<HTMLInputElement>('textbox', { name: 'Time in the video (optional)' });
  const send = () => app.user.click(panel.getByRole('button', { name: /^Request changes \(\d\)$/ }));
  return { ...app, api, dialog, panel, tick, add, askFor, note, place, send };
}

const bodyOf = (api: ReturnType<typeof brandApi>) => api.to(reject)[0]?.body as { requestedChanges: unknown[] };

test('remarks and their seconds are sent with the change that they belong to, or alone', async () => {
  const { askFor, tick, add, note, place, send, user, api, panel } = await open();
  answerWith(api, reject, approved);
  await askFor(/^Ensure brand visibility/);
  await add('Ensure brand visibility');
  await user.type(await note(), ' Your hand covers the label. ');
  await user.type(place(), '0:04');
  await tick(/^Start over/);
  await add();
  const alone = within(panel.getByRole('region', { name: 'Remarks' }));
  await user.type(alone.getByRole('textbox', { name: 'Remark' }), 'Louder, please.');
  await user.type(alone.getByRole('textbox', { name: /^Time/ }), '0:09');
  expect(panel.getByRole('button', { name: 'Request changes (3)' })).toBeTruthy();
  await send();
  expect(await screen.findByText('Offer rejected')).toBeTruthy();
  const brand = { brand_name: 'Northwind Coffee' };
  expect(bodyOf(api).requestedChanges).toEqual([
    {
      templateName: 'ENSURE_BRAND_VISIBILITY',
      variables: { ...brand, note: 'Your hand covers the label.', atSeconds: 4 },
    },
    { templateName: 'START_OVER', variables: brand },
    { templateName: 'CUSTOM', variables: { ...brand, reason: '', note: 'Louder, please.', atSeconds: 9 } },
  ]);
});

test('remarks can be sent without a ticked template', async () => {
  const { panel, add, note, send, user, api } = await open();
  answerWith(api, reject, approved);
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  await add();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Request changes (0)' }).disabled).toBe(true);
  await user.type(await note(), 'Louder, please.');
  await send();
  expect(await screen.findByText('Offer rejected')).toBeTruthy();
  expect(bodyOf(api).requestedChanges).toMatchObject([{ templateName: 'CUSTOM' }]);
});

/** Moves the draft to a second, as playing it does. */
function leaveAt(panel: Awaited<ReturnType<typeof open>>['panel'], seconds: number) {
  const video = panel.getByLabelText<HTMLVideoElement>('Ada Moss’s draft');
  Object.defineProperty(video, 'currentTime', { value: seconds, writable: true });
  fireEvent.timeUpdate(video);
  return video;
}

test('one tap adds a remark at the current second, and focuses its text', async () => {
  const { panel, note, place, user } = await open(draftAt('/media/demo/left-a.mp4'));
  await panel.findByLabelText('Ada Moss’s draft');
  leaveAt(panel, 7.2);
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  await user.click(panel.getByRole('button', { name: 'Add remark at 0:07' }));
  expect(place().value).toBe('0:07');
  expect(document.activeElement).toBe(await note());
});

test('a remark can be moved to another second, and is a dot on the timeline', async () => {
  const { panel, add, place, user, dialog } = await open(draftAt('/media/demo/left-b.mp4'));
  await panel.findByLabelText('Ada Moss’s draft');
  leaveAt(panel, 7.2);
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  await add();
  leaveAt(panel, 9);
  await user.click(await panel.findByRole('button', { name: 'Use 0:09' }));
  expect(place().value).toBe('0:09');
  expect(dialog.querySelector('[title="Remark at 0:09"]')).toBeTruthy();
});

test('tapping the paused video’s timeline adds a remark there, or moves one that is still empty', async () => {
  const { panel, place, user } = await open(draftAt('/media/demo/left-c.mp4'));
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  const timeline = panel.getByRole('slider', { name: 'Position in the video' });
  const tap = (seconds: number) => {
    // jsdom has no pointer events with coordinates.
    fireEvent(timeline, new MouseEvent('pointerdown', { clientX: 40, bubbles: true }));
    fireEvent.change(timeline, { target: { value: String(seconds) } });
    fireEvent(timeline, new MouseEvent('pointerup', { clientX: 41, bubbles: true }));
  };
  tap(5);
  expect(place().value).toBe('0:05');
  tap(8);
  expect(place().value).toBe('0:08');
});

test('the video stays while remarks are written', async () => {
  const { panel, user } = await open();
  const video = await panel.findByLabelText('Ada Moss’s draft');
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  expect(panel.getByLabelText('Ada Moss’s draft')).toBe(video);
  await user.click(panel.getByRole('button', { name: 'Back to the submission' }));
  expect(panel.getByLabelText('Ada Moss’s draft')).toBe(video);
});

test('a remark can be removed', async () => {
  const { panel, add, note, user } = await open();
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  await add();
  await user.type(await note(), 'Louder, please.');
  await user.click(panel.getByRole('button', { name: 'Remove this remark' }));
  expect(panel.queryByRole('textbox', { name: 'Remark' })).toBeNull();
  expect(panel.getByRole('button', { name: 'Request changes (0)' })).toBeTruthy();
});

test.each([
  ['an invalid time', '0:75', 'Enter a time such as 0:12'],
  ['a time after the end', '0:14', 'The video ends at 0:13'],
])('%s is reported at its field, which is focused, and nothing is sent', async (_, typed, words) => {
  const { askFor, add, note, place, panel, send, user, api } = await open();
  await askFor(/^Start over/);
  await add('Start over');
  await note();
  await user.type(place(), typed);
  expect(panel.queryByText(words)).toBeNull();
  await send();
  expect(panel.getByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(place());
  expect(api.to(reject)).toEqual([]);
});

test('a remark that is too long shows by how much, and keeps its text', async () => {
  const { askFor, add, note, panel, send, api } = await open();
  await askFor(/^Start over/);
  await add('Start over');
  fireEvent.change(await note(), { target: { value: 'x'.repeat(503) } });
  await send();
  expect(panel.getByText('3 characters too many')).toBeTruthy();
  expect((await note()).value).toHaveLength(503);
  expect(api.to(reject)).toEqual([]);
});

test('remarks that a server joins into one note are refused if they are too long together', async () => {
  const oneEach = changeTemplates.map((template) => ({ ...template, takesNote: true }));
  const { panel, add, send, api, user } = await open(draft(), oneEach);
  await user.click(await panel.findByRole('button', { name: 'Request changes' }));
  for (const text of ['x'.repeat(300), 'y'.repeat(300)]) {
    await add();
    const empty = panel.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Remark' }).find(({ value }) => !value);
    fireEvent.change(empty as HTMLElement, { target: { value: text } });
  }
  await send();
  expect(panel.getByText(/is 101 characters too long/)).toBeTruthy();
  expect(api.to(reject)).toEqual([]);
});

test('input survives a reload', async () => {
  const first = await open();
  await first.askFor(/^Start over/);
  await first.add('Start over');
  await first.user.type(await first.note(), 'The mug, please');
  first.unmount();
  const second = await open();
  await second.user.click(await second.panel.findByRole('button', { name: 'Request changes' }));
  expect((await second.note()).value).toBe('The mug, please');
  expect(second.panel.getByRole('button', { name: 'Request changes (1)' })).toBeTruthy();
});

test('a note stored by an earlier version becomes a remark on its change', async () => {
  const first = await open();
  await first.askFor(/^Start over/);
  const key = 'afield-checklists';
  const stored = JSON.parse(localStorage.getItem(key) ?? '');
  const { remarks: _, ...checklist } = stored.offers.off_1;
  const notes = { START_OVER: { note: 'The mug, please', at: '0:04' } };
  first.unmount();
  localStorage.setItem(key, JSON.stringify({ ...stored, offers: { off_1: { ...checklist, notes } } }));
  const second = await open();
  await second.user.click(await second.panel.findByRole('button', { name: 'Request changes' }));
  expect((await second.note()).value).toBe('The mug, please');
  expect(second.place().value).toBe('0:04');
});

test('another submission keeps a remark’s text, but not its tick', async () => {
  const first = await open();
  await first.askFor(/^Start over/);
  await first.add('Start over');
  await first.user.type(await first.note(), 'The mug, please');
  await first.user.type(first.place(), '0:04');
  first.unmount();
  const other = aFulfillment({ id: 'ful_9', fulfillment: '/media/demo/other.mp4' });
  const second = await open(draft({ currentStage: { ...draft().currentStage, fulfillment: other } }));
  await second.user.click(await second.panel.findByRole('button', { name: 'Request changes' }));
  expect(await second.panel.findByRole('button', { name: 'Request changes (0)' })).toBeTruthy();
  await second.tick(/^Start over/);
  expect((await second.note()).value).toBe('The mug, please');
  expect(second.place().value).toBe('');
});

test('undoing a request restores its remarks, but not for the next submission', async () => {
  const first = await open();
  answerWith(first.api, reject, approved);
  await first.askFor(/^Start over/);
  await first.add('Start over');
  await first.user.type(await first.note(), 'The mug, please');
  await first.send();
  await screen.findByText('Offer rejected');
  first.unmount();
  const undone = await open();
  await undone.user.click(await undone.panel.findByRole('button', { name: 'Request changes' }));
  expect((await undone.note()).value).toBe('The mug, please');
  answerWith(undone.api, reject, approved);
  await undone.send();
  await waitFor(() => expect(undone.panel.queryByRole('button', { name: /^Request changes \(/ })).toBeNull());
  undone.unmount();
  const other = aFulfillment({ id: 'ful_9', fulfillment: '/media/demo/other.mp4' });
  const next = await open(draft({ currentStage: { ...draft().currentStage, fulfillment: other } }));
  await next.askFor(/^Start over/);
  expect(next.panel.queryByRole('textbox', { name: 'Remark' })).toBeNull();
});

test('a link has no time in a video', async () => {
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@adamoss/video/1' } as const;
  const { askFor, add, note, panel } = await open(anOffer(underReview(link)));
  await askFor(/^Start over/);
  await add('Start over');
  await note();
  expect(panel.queryByRole('textbox', { name: /^Time/ })).toBeNull();
});

test('a server that doesn’t announce notes gets remarks as the reason of its custom template', async () => {
  const { askFor, add, note, place, panel, send, user, api } = await open(draft(), changeTemplates);
  answerWith(api, reject, approved);
  await askFor(/^Start over/);
  expect(panel.queryByRole('button', { name: /on “Start over”$/ })).toBeNull();
  await add();
  await user.type(await note(), 'Louder, please.');
  await user.type(place(), '0:09');
  await send();
  await screen.findByText('Offer rejected');
  const brand = { brand_name: 'Northwind Coffee' };
  expect(bodyOf(api).requestedChanges).toEqual([
    { templateName: 'START_OVER', variables: brand },
    { templateName: 'CUSTOM', variables: { ...brand, reason: '0:09 Louder, please.' } },
  ]);
});

test('sent notes are shown with the earlier requests', async () => {
  const asked = { attempt: 1, requestedAt: '2026-01-01T00:00:00.000Z', templateNames: ['START_OVER', 'CUSTOM'] };
  const custom = { templateName: 'CUSTOM' };
  const notes = [
    { ...custom, note: 'Your hand covers the label.', atSeconds: 64 },
    { ...custom, note: 'And here.', atSeconds: 70 },
  ];
  const review = { attempt: 2, submittedAt: '2026-01-02T00:00:00.000Z', changeRequests: [{ ...asked, notes }] };
  const { panel } = await open(draft({ review }));
  const before = within(await panel.findByRole('region', { name: 'Changes you requested' }));
  expect(before.getByText('Start over')).toBeTruthy();
  expect(before.getByText(/^Remark, at 1:04/).textContent).toContain('Your hand covers the label.');
  expect(before.getByText(/^Remark, at 1:10/).textContent).toContain('And here.');
});
