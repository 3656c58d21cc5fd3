import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerHold, type CreatorHold } from '#contract/creator/creator.ts';
import { offersByStage } from '../support/creator-offer.ts';
import { openOffer, openPage, read } from '../support/creator-page.tsx';
import { fakeApi, noNetwork, status } from '../support/fake-api.ts';

const send = `POST ${answerHold.path}`;
const hold: CreatorHold = {
  id: 'hld_1',
  since: '2026-11-03T09:00:00.000Z',
  reason: '81,200 of your 84,000 views came on one day.\nPlease tell us where they came from.',
  answers: [],
};
const held = (changes: Partial<CreatorHold> = {}) => ({ ...offersByStage.running(), hold: { ...hold, ...changes } });
const answered = held({ answers: [{ text: 'A newspaper wrote about it.', at: '2026-11-04T10:00:00.000Z' }] });
const networkIsBack = () => act(async () => window.dispatchEvent(new Event('online')));
const keysOf = (api: ReturnType<typeof fakeApi>) =>
  new Set(api.to(send).map(({ headers }) => headers.get('Idempotency-Key')));

test('a creator sees that the earning is on hold, since when and why', async () => {
  const { api } = openOffer(held());
  const part = await screen.findByRole('region', { name: 'Your earnings are on hold' });
  expect(part.textContent).toContain('On hold since Nov 3, 2026.');
  expect(part.textContent).toContain('Please tell us where they came from.');
  expect(within(part).queryByRole('heading', { level: 3 })).toBeNull();
  expect(api.calls.map(({ method }) => method)).toEqual(['GET']);
});

test('the section is hidden without a hold', async () => {
  openOffer(offersByStage.running());
  await screen.findByRole('heading', { level: 2, name: 'Your post is approved' });
  expect(screen.queryByRole('region', { name: /on hold/ })).toBeNull();
});

test('an answer is sent once, shown with its time, and removed from the device', async () => {
  const api = fakeApi({ [read]: () => held(), [send]: () => answered });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Send reply' }));
  await screen.findByText('Write your reply first.');
  expect(api.to(send)).toEqual([]);
  api.on(read, () => answered);
  await user.type(screen.getByLabelText('Your reply'), 'A newspaper wrote about it.');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByText(/^Reply sent\./);
  screen.getByRole('heading', { level: 3, name: 'Your reply' });
  screen.getByText('A newspaper wrote about it.');
  expect(api.to(send).map(({ body }) => body)).toEqual([{ holdId: 'hld_1', text: 'A newspaper wrote about it.' }]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('');
  expect(Object.keys(localStorage)).toEqual([]);
});

test('an answer whose outcome is unknown is resent with the same key, also on the next visit', async () => {
  const api = fakeApi({ [read]: () => held(), [send]: noNetwork });
  const first = openPage();
  await first.user.type(await screen.findByLabelText('Your reply'), 'A newspaper wrote about it.');
  await first.user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByText(/^No connection. Your reply will be sent/);
  await networkIsBack();
  first.unmount();
  api.on(read, () => answered);
  api.on(send, () => answered);
  openPage();
  await screen.findByText(/^Reply sent\./);
  expect(api.to(send).length).toBeGreaterThan(1);
  expect(keysOf(api).size).toBe(1);
  expect(Object.values(localStorage).join()).not.toContain('newspaper');
});

test('input survives a reload and a server error', async () => {
  const api = fakeApi({ [read]: () => held(), [send]: () => status(500, { message: 'Broken.', code: 'internal' }) });
  const first = openPage();
  await first.user.type(await screen.findByLabelText('Your reply'), 'Half an ans');
  first.unmount();
  const second = openPage();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Your reply');
  expect(field.value).toBe('Half an ans');
  const says = 'Your answer must be at most 2,000 characters';
  const issues = [{ path: 'body.text', message: says }];
  api.on(send, () => status(400, { message: 'Invalid.', code: 'invalid_request', issues }));
  await second.user.type(field, 'wer');
  await second.user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByText(says);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('Half an answer');
  api.on(send, () => answered);
  await second.user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByText(/^Reply sent\./);
  expect(keysOf(api).size).toBe(2);
});

test('a hold that has ended shows a message, and the section disappears', async () => {
  const says = 'Your earnings are no longer on hold, so your reply wasn’t sent.';
  const offer = offersByStage.running();
  const api = fakeApi({
    [read]: () => held(),
    [send]: () => status(409, { message: says, code: 'move_refused', offer }),
  });
  const { user } = openPage();
  await user.type(await screen.findByLabelText('Your reply'), 'Hello?');
  api.on(read, () => offer);
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await screen.findByText(says);
  expect(screen.queryByRole('region', { name: /on hold/ })).toBeNull();
});
