import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Offer } from '#contract/offer.ts';
import type { ChangeTemplate } from '#contract/requested-changes.ts';
import { changeTemplates } from '#domain/change-templates.ts';
import { aCampaign, aFulfillment, anOffer } from '#tests/unit/domain/examples.ts';
import { brandApi, targets } from '../support/brand-api.ts';
import { openApp } from '../support/open-app.tsx';
import { answerWith, approved, campaignPath, reject, underReview } from '../support/review.tsx';
import { screenWidth } from '../support/screen-width.ts';

const draft = (part: Partial<Offer> = {}) => {
  const metadata = { caption: 'A quiet morning', durationMs: 13_000 };
  return anOffer({ ...underReview({ fulfillment: '/media/demo/notes.mp4', metadata }), ...part });
};

const withNotes = changeTemplates.map((template) => ({ ...template, takesNote: true }));

/** The panel of an offer, by a server that takes notes unless its templates say otherwise. */
async function open(offer = draft(), templates: readonly ChangeTemplate[] = withNotes) {
  screenWidth(1280);
  const api = brandApi({ campaigns: [aCampaign()], offers: [offer] });
  api.on(targets.templates, () => templates);
  const app = openApp(`${campaignPath}?offerId=${offer.id}`);
  const panel = within(await screen.findByRole('dialog', { name: 'Ada Moss' }));
  const tick = async (name: RegExp) => app.user.click(await panel.findByRole('checkbox', { name }));
  const askFor = async (name: RegExp) => {
    await app.user.click(await panel.findByRole('button', { name: 'Request changes' }));
    await tick(name);
  };
  const note = () => panel.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note to the creator (optional)' });
  const place = () => panel.getByRole<HTMLInputElement>('textbox', { name: 'Time in the video (optional)' });
  const send = () => app.user.click(panel.getByRole('button', { name: /^Request changes \(\d\)$/ }));
  return { ...app, api, panel, tick, askFor, note, place, send };
}

const bodyOf = (api: ReturnType<typeof brandApi>) => api.to(reject)[0]?.body as { requestedChanges: unknown[] };

test('a note and its second go with the change that they are about', async () => {
  const { askFor, tick, note, place, send, user, api } = await open();
  answerWith(api, reject, approved);
  await askFor(/^Ensure brand visibility/);
  await user.type(await note(), ' Your hand covers the label. ');
  await user.type(place(), '0:04');
  await tick(/^Start over/);
  await send();
  expect(await screen.findByText('Offer rejected')).toBeTruthy();
  expect(bodyOf(api).requestedChanges).toEqual([
    {
      templateName: 'ENSURE_BRAND_VISIBILITY',
      variables: { brand_name: 'Northwind Coffee', note: 'Your hand covers the label.', atSeconds: 4 },
    },
    { templateName: 'START_OVER', variables: { brand_name: 'Northwind Coffee' } },
  ]);
});

test('the second at which the draft was left is one tap away', async () => {
  const { askFor, panel, place, user } = await open();
  const video = panel.getByLabelText<HTMLVideoElement>('Ada Moss’s draft');
  Object.defineProperty(video, 'currentTime', { value: 7.2 });
  fireEvent.timeUpdate(video);
  await askFor(/^Start over/);
  await user.click(await panel.findByRole('button', { name: 'Use 0:07' }));
  expect(place().value).toBe('0:07');
  expect(panel.queryByRole('button', { name: 'Use 0:07' })).toBeNull();
});

test.each([
  ['a time that is none', '0:75', 'Enter a time such as 0:12'],
  ['a time after the end', '0:14', 'The video ends at 0:13'],
])('%s is said beside its field, which takes the focus, and nothing is sent', async (_, typed, words) => {
  const { askFor, note, place, panel, send, user, api } = await open();
  await askFor(/^Start over/);
  await note();
  await user.type(place(), typed);
  expect(panel.queryByText(words)).toBeNull();
  await send();
  expect(panel.getByText(words)).toBeTruthy();
  expect(document.activeElement).toBe(place());
  expect(api.to(reject)).toEqual([]);
});

test('a note that is too long says by how much, and keeps its text', async () => {
  const { askFor, note, panel, send, api } = await open();
  await askFor(/^Start over/);
  fireEvent.change(await note(), { target: { value: 'x'.repeat(503) } });
  await send();
  expect(panel.getByText('3 characters too many')).toBeTruthy();
  expect((await note()).value).toHaveLength(503);
  expect(api.to(reject)).toEqual([]);
});

test('what was typed is there after a reload', async () => {
  const first = await open();
  await first.askFor(/^Start over/);
  await first.user.type(await first.note(), 'The mug, please');
  first.unmount();
  const second = await open();
  await second.user.click(await second.panel.findByRole('button', { name: 'Request changes' }));
  expect((await second.note()).value).toBe('The mug, please');
  expect(second.panel.getByRole('button', { name: 'Request changes (1)' })).toBeTruthy();
});

test('another submission finds the text of the note, but not the tick', async () => {
  const first = await open();
  await first.askFor(/^Start over/);
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

test('what was sent comes back where sending was undone, and not for the next submission', async () => {
  const first = await open();
  answerWith(first.api, reject, approved);
  await first.askFor(/^Start over/);
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
  expect((await next.note()).value).toBe('');
});

test('a link has no time in a video', async () => {
  const link = { evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://www.tiktok.com/@adamoss/video/1' } as const;
  const { askFor, note, panel } = await open(anOffer(underReview(link)));
  await askFor(/^Start over/);
  await note();
  expect(panel.queryByRole('textbox', { name: /^Time/ })).toBeNull();
});

test('a server that doesn’t say that it takes notes is sent none', async () => {
  const { askFor, panel } = await open(draft(), changeTemplates);
  await askFor(/^Start over/);
  expect(panel.getByRole('button', { name: 'Request changes (1)' })).toBeTruthy();
  expect(panel.queryByRole('textbox')).toBeNull();
});

test('notes that were sent are shown with what was asked before', async () => {
  const asked = { attempt: 1, requestedAt: '2026-01-01T00:00:00.000Z', templateNames: ['START_OVER', 'CUSTOM'] };
  const notes = [{ templateName: 'CUSTOM', note: 'Your hand covers the label.', atSeconds: 64 }];
  const review = { attempt: 2, submittedAt: '2026-01-02T00:00:00.000Z', changeRequests: [{ ...asked, notes }] };
  const { panel } = await open(draft({ review }));
  const before = within(await panel.findByRole('region', { name: 'Changes you requested' }));
  expect(before.getByText('Start over')).toBeTruthy();
  expect(before.getByText(/^Something else, at 1:04/).textContent).toContain('Your hand covers the label.');
});
