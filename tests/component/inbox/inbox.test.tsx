import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { setSyncStatus } from '#api/sync-status.ts';
import { forgetDecided } from '#app/intents/local-decision.ts';
import { targets } from '#tests/component/support/brand-api.ts';
import { anAction, aSyncStatus, offerRecord } from '#tests/component/support/examples.ts';
import { status } from '#tests/component/support/fake-api.ts';
import { fakeWorker, removeFakeWorker } from '#tests/component/support/fake-worker.ts';
import { ada, ben, cleo, decided, decisionsOf, inboxPath, openInbox, submission } from './support/open-inbox.tsx';

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Submissions to review' })).getAllByRole('button');
const names = async () => (await rows()).map((row) => /(Ada|Ben|Cleo) Moss/.exec(row.textContent ?? '')?.[1]);

beforeEach(() => () => removeFakeWorker());

test('the inbox shows pending reviews of all campaigns, longest waiting first', async () => {
  openInbox();
  expect(await names()).toEqual(['Ben', 'Cleo', 'Ada']);
  await waitFor(async () => expect((await rows())[1]?.textContent).toContain('Winter café'));
  expect((await rows())[1]?.textContent).toContain('Post link');
});

test('the inbox filters by kind, campaign and words, ignoring accents, and offers a reset', async () => {
  const { user, address } = openInbox();
  await names();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of submission' }), 'Drafts');
  expect(await names()).toEqual(['Ben', 'Ada']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of submission' }), 'All kinds');
  await user.type(screen.getByRole('searchbox', { name: 'Search by creator or campaign' }), 'cafe cleo');
  await waitFor(async () => expect(await names()).toEqual(['Cleo']));
  expect(address()).toContain('find=cafe');
  await user.type(screen.getByRole('searchbox', { name: 'Search by creator or campaign' }), ' nobody');
  await user.click(await screen.findByRole('button', { name: 'Show all (3)' }));
  expect(await names()).toEqual(['Ben', 'Cleo', 'Ada']);
});

test('a decision on a phone leads to the next submission, and the last one to the end of the queue', async () => {
  const { user, api, address } = openInbox();
  const [first] = await rows();
  if (first) await user.click(first);
  const dialog = await screen.findByRole('dialog', { name: 'Ben Moss' });
  within(dialog).getByText('1 of 3');
  await user.click(within(dialog).getByRole('button', { name: 'Approve draft' }));
  await screen.findByRole('dialog', { name: 'Cleo Moss' });
  screen.getByText('2 of 3');
  await user.click(screen.getByRole('button', { name: 'Approve link' }));
  await screen.findByRole('dialog', { name: 'Ada Moss' });
  await user.click(screen.getByRole('button', { name: 'Approve draft' }));
  await screen.findByRole('heading', { name: 'You’re all caught up' });
  screen.getByText('Today: 3 approvals.');
  expect(within(screen.getByRole('list', { name: 'Your decisions today' })).getAllByRole('listitem')).toHaveLength(3);
  expect(address()).toBe(inboxPath);
  expect(decisionsOf(api)).toEqual([targets.accept('off_2'), targets.accept('off_3'), targets.accept('off_1')]);
});

test('ten decisions by keyboard take one key each, and a request for changes takes three', async () => {
  const offers = Array.from({ length: 9 }, (_, i) => submission(i + 10, 'Ada', (i % 9) + 1));
  const { user, api } = openInbox(inboxPath, offers, 1280);
  await screen.findByText('1 of 9');
  await user.keyboard('r');
  await screen.findByRole('heading', { name: 'Request changes' });
  await user.keyboard('1{Enter}');
  for (let place = 2; place <= 9; place += 1) {
    await screen.findByText(`${place} of 9`);
    await user.keyboard('a');
  }
  await screen.findByRole('heading', { name: 'You’re all caught up' });
  expect(decisionsOf(api).filter((target) => target.endsWith('/accept'))).toHaveLength(8);
  expect(decisionsOf(api).filter((target) => target.endsWith('/reject'))).toHaveLength(1);
});

test('typing in a field or holding a key decides nothing', async () => {
  const { user, api } = openInbox(inboxPath, [ada, ben, cleo], 1280);
  await screen.findByText('1 of 3');
  await user.type(screen.getByRole('searchbox', { name: 'Search by creator or campaign' }), 'a');
  screen.getByRole('searchbox').blur();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true }));
  await user.keyboard('{Control>}a{/Control}');
  expect(decisionsOf(api)).toEqual([]);
});

test('arrow keys move through the list, and “?” shows all keys', async () => {
  const { user } = openInbox(inboxPath, [ada, ben, cleo], 1280);
  await screen.findByRole('heading', { name: 'Ben Moss' });
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('heading', { name: 'Cleo Moss' });
  await user.keyboard('{ArrowUp}');
  await screen.findByRole('heading', { name: 'Ben Moss' });
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
});

test('a held decision counts down with Undo, doesn’t claim to be sent, and returns when undone', async () => {
  const worker = fakeWorker();
  const { user, api } = openInbox();
  const [first] = await rows();
  if (first) await user.click(first);
  await screen.findByRole('dialog', { name: 'Ben Moss' });
  const heldUntil = new Date(Date.now() + 6000).toISOString();
  let actionId = '';
  api.on(targets.accept('off_2'), ({ headers }) => {
    actionId = headers.get('Idempotency-Key') ?? '';
    expect(headers.get('X-Afield-Hold')).toBe('6000');
    return status(202, { queued: true, actionId, heldUntil });
  });
  await user.click(screen.getByRole('button', { name: 'Approve draft' }));
  await screen.findByRole('dialog', { name: 'Cleo Moss' });
  expect(screen.queryByText(/Approved/)).toBeNull();
  const held = anAction({
    ...{ actionId, kind: 'approve', heldUntil, seen: offerRecord(ben) },
    payload: { offerId: 'off_2', fulfillmentId: 'ful_2' },
  });
  const counts = { attention: 0, waiting: 1, quiet: 0, held: 1 };
  act(() => setSyncStatus(aSyncStatus({ actions: [held], counts })));
  await screen.findByText(/^Approving in [1-6] s$/);
  expect(screen.getByRole('status', { name: 'Sync status', hidden: true }).textContent).not.toContain(
    'waiting to send',
  );
  // Offline it isn't sent at the end of its hold.
  act(() => setSyncStatus(aSyncStatus({ online: false, actions: [held], counts })));
  await screen.findByText('Approval queued');
  act(() => setSyncStatus(aSyncStatus({ actions: [held], counts })));
  await screen.findByText(/^Approving in [1-6] s$/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(worker.received).toContainEqual({ type: 'undo', actionId }));
  await screen.findByRole('dialog', { name: 'Ben Moss' });
});

test('an undo doesn’t bring back an earlier sent decision’s notice', async () => {
  const worker = fakeWorker();
  const { user, api } = openInbox();
  const [first] = await rows();
  if (first) await user.click(first);
  await screen.findByRole('dialog', { name: 'Ben Moss' });
  await user.click(screen.getByRole('button', { name: 'Approve draft' }));
  await screen.findByText('Approving…');
  const heldUntil = new Date(Date.now() + 6000).toISOString();
  let actionId = '';
  api.on(targets.accept('off_3'), ({ headers }) => {
    actionId = headers.get('Idempotency-Key') ?? '';
    return status(202, { queued: true, actionId, heldUntil });
  });
  await user.click(await screen.findByRole('button', { name: 'Approve link' }));
  await screen.findByRole('dialog', { name: 'Ada Moss' });
  const held = anAction({
    ...{ actionId, kind: 'approve', heldUntil, seen: offerRecord(cleo) },
    payload: { offerId: 'off_3', fulfillmentId: 'ful_3' },
  });
  act(() => setSyncStatus(aSyncStatus({ actions: [held], counts: { attention: 0, waiting: 1, quiet: 0, held: 1 } })));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(worker.received).toContainEqual({ type: 'undo', actionId }));
  act(() => forgetDecided({ actionId }));
  await screen.findByRole('dialog', { name: 'Cleo Moss' });
  expect(screen.queryByText(/^Approv(ed|ing)/)).toBeNull();
});

test('a decided submission keeps its campaign’s name, even if nothing is left to review there', async () => {
  openInbox(`${inboxPath}?offer=off_3`, [decided(cleo), ben]);
  const dialog = await screen.findByRole('dialog', { name: 'Cleo Moss' });
  expect(await within(dialog).findByRole('link', { name: /Winter café/ })).toBeTruthy();
});

test('a push notification’s URL opens its submission, even if already decided', async () => {
  openInbox(`${inboxPath}?offer=off_1`, [decided(ada), ben]);
  await screen.findByRole('dialog', { name: 'Ada Moss' });
  expect(screen.queryByRole('button', { name: 'Approve draft' })).toBeNull();
});

test('an empty inbox explains what will appear there', async () => {
  openInbox(inboxPath, []);
  await screen.findByRole('heading', { name: 'You’re all caught up' });
  screen.getByText('New submissions appear here as creators send them.');
});
