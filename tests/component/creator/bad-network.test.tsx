import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { requestCreatorLink } from '#contract/creator/creator.ts';
import { anOffer, offersByStage } from '../support/creator-offer.ts';
import { move, openPage, read, token } from '../support/creator-page.tsx';
import { fakeApi, noNetwork, refusal, status } from '../support/fake-api.ts';

const networkIsBack = () => act(async () => window.dispatchEvent(new Event('online')));
const link = `POST ${requestCreatorLink.path}`;

test('an offer that fails to load is retried until it arrives', async () => {
  const api = fakeApi({ [read]: noNetwork });
  openPage();
  await screen.findByText('No connection');
  api.on(read, () => anOffer());
  await networkIsBack();
  await screen.findByRole('heading', { level: 1, name: 'Slow mornings' });
});

test('a captive portal’s login page is not an offer', async () => {
  const portal = () => new Response('<html>Log in</html>', { headers: { 'Content-Type': 'text/html' } });
  const api = fakeApi({ [read]: portal });
  openPage();
  await screen.findByText('No connection');
  api.on(read, () => anOffer());
  await networkIsBack();
  await screen.findByRole('heading', { level: 1, name: 'Slow mornings' });
});

test('an acceptance without a response shows a message, and is retried with the same key', async () => {
  const accepted = anOffer({ ...offersByStage['asked for a draft'](), version: 2 });
  const api = fakeApi({ [read]: () => anOffer(), [move]: noNetwork });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText(/^No connection. Your answer will be sent when/);
  expect(screen.getByRole('button', { name: 'Decline' })).toMatchObject({ disabled: true });
  api.on(read, () => accepted);
  api.on(move, () => accepted);
  await networkIsBack();
  await screen.findByText('You accepted the offer.');
  const title = screen.getByRole('heading', { level: 2, name: 'Send your draft' });
  expect(document.activeElement).toBe(title);
  const calls = api.to(move);
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(calls.map(({ headers }) => headers.get('If-Match'))).toEqual(calls.map(() => '"1"'));
  expect(localStorage.length).toBe(0);
});

test('a page closed with a move in flight continues with the same key', async () => {
  const offer = offersByStage['asked for an address']();
  const api = fakeApi({ [read]: () => offer, [move]: noNetwork });
  const first = openPage();
  await first.user.type(await screen.findByLabelText('Name and address'), 'Ada, 12 Mill Lane');
  await first.user.click(screen.getByRole('button', { name: 'Send address' }));
  await screen.findByText(/^No connection. Your address/);
  first.unmount();
  api.on(move, () => ({ ...offersByStage['waiting for a package'](), version: 2 }));
  openPage();
  await screen.findByText('Address sent.');
  const calls = api.to(move);
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  expect(calls.at(-1)?.body).toEqual({ move: 'give-address', address: 'Ada, 12 Mill Lane' });
});

test('input survives a reload, and is removed from the device once the server has it', async () => {
  const offer = offersByStage['asked for an address']();
  const api = fakeApi({ [read]: () => offer });
  const first = openPage();
  await first.user.type(await screen.findByLabelText('Name and address'), 'Ada, 12 Mill');
  first.unmount();
  const second = openPage();
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Name and address');
  expect(field.value).toBe('Ada, 12 Mill');
  api.on(move, () => ({ ...offersByStage['waiting for a package'](), version: 2 }));
  await second.user.click(screen.getByRole('button', { name: 'Send address' }));
  await screen.findByText('Address sent.');
  expect(Object.values(localStorage).join()).not.toContain('Mill');
});

test('a concurrent change is shown, without losing input', async () => {
  const offer = offersByStage['asked for a caption']();
  const returned = { ...offer, version: 5, caption: { text: 'Coffee!', returned: 'Name the brand, too.' } };
  const api = fakeApi({
    [read]: () => offer,
    [move]: () => status(412, { message: 'Changed.', code: 'offer_changed', offer: returned }),
  });
  const { user } = openPage();
  await user.type(await screen.findByLabelText('Caption'), ' #ad');
  await user.click(screen.getByRole('button', { name: 'Send caption' }));
  await screen.findByText(/^This offer has changed since you opened it/);
  await screen.findByText('Name the brand, too.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('Coffee! #ad');
  expect(api.to(move)).toHaveLength(1);
});

test('a wrong link is reported when pasted, and the server’s error appears at the field', async () => {
  const says = 'This post is handed in for another offer.';
  const api = fakeApi({
    [read]: offersByStage['asked for the link'],
    [move]: () =>
      status(400, { message: says, code: 'invalid_request', issues: [{ path: 'body.link', message: says }] }),
  });
  const { user } = openPage();
  const field = await screen.findByLabelText('Link to your post');
  await user.click(field);
  await user.paste('https://www.tiktok.com/@someone/video/7301234567890123456');
  screen.getByText('This post is by @someone, but the offer is for @ada.vance.');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(api.to(move)).toEqual([]);
  await user.clear(field);
  await user.paste('https://www.tiktok.com/@ada.vance');
  screen.getByText('This is a link to a profile. Open the post and copy its link from TikTok.');
  await user.clear(field);
  await user.paste('My video: tiktok.com/@ada.vance/video/7301234567890123456?utm=1.');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText(says);
  expect(screen.getAllByText(says)).toHaveLength(1);
  expect(api.to(move)[0]?.body).toEqual({
    move: 'submit-link',
    link: 'https://www.tiktok.com/@ada.vance/video/7301234567890123456',
  });
});

test('declining needs a confirmation', async () => {
  const api = fakeApi({ [read]: () => anOffer(), [move]: () => ({ ...offersByStage.declined(), version: 2 }) });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = await screen.findByRole('dialog', { name: 'Decline this offer?' });
  expect(api.to(move)).toEqual([]);
  await user.click(
    await waitFor(() => {
      const button = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Decline');
      if (!button) throw new Error('No button to decline');
      return button;
    }),
  );
  await screen.findByRole('heading', { level: 2, name: 'You declined this offer' });
  expect(api.to(move)).toHaveLength(1);
});

test.each([
  [refusal(401, 'unauthorized', 'No.'), 'This link doesn’t work'],
  [refusal(410, 'link_replaced', 'No.'), 'This link was replaced'],
  [refusal(410, 'link_ended', 'No.'), 'This link has expired'],
])('an invalid link shows why, and a new one can be requested (%#)', async (answer, title) => {
  const api = fakeApi({ [read]: () => answer.clone(), [link]: () => ({}) });
  const { user } = openPage();
  await screen.findByRole('heading', { level: 1, name: title });
  await user.click(screen.getByRole('button', { name: 'Email me a new link' }));
  await screen.findByText('We’ve emailed a new link to your address.');
  expect(api.to(link)[0]?.body).toEqual({ token });
});

test('too many requests for links, and a lost response, have their own messages', async () => {
  const api = fakeApi({
    [read]: () => refusal(410, 'link_ended', 'No.'),
    [link]: () => refusal(429, 'too_many_requests', 'No.'),
  });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Email me a new link' }));
  await screen.findByText(/^We’ve sent several links recently/);
  api.on(link, noNetwork);
  await user.click(screen.getByRole('button', { name: 'Email me a new link' }));
  await screen.findByText(/the link may have been sent/);
});
