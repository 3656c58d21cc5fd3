import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { CreatorOffer } from '#contract/creator/creator.ts';
import { type CreatorStatement, getCreatorStatement, savePaymentReference } from '#contract/creator/creator-money.ts';
import { statementNotes } from '#domain/statements/creator-statement.ts';
import { offersByStage } from '../support/creator-offer.ts';
import { openPage, read } from '../support/creator-page.tsx';
import { fakeApi, noNetwork, refusal, status } from '../support/fake-api.ts';

const statementCall = `GET ${getCreatorStatement.path}`;
const saveCall = `POST ${savePaymentReference.path}`;
const networkIsBack = () => act(async () => window.dispatchEvent(new Event('online')));

const earning = (payment: CreatorOffer['payment'] = null): CreatorOffer => ({
  ...offersByStage.running(),
  post: { url: 'https://www.tiktok.com/@a/video/1', viewCount: 900, earnedCents: 585, paidAt: null },
  payment,
});
const aStatement = (part: Partial<CreatorStatement> = {}): CreatorStatement => ({
  cpmCents: 650,
  lines: [
    { day: '2026-03-01', views: 1_000, earnedCents: 650, note: null },
    { day: '2026-03-02', views: -100, earnedCents: -65, note: statementNotes.corrected },
    { day: '2026-03-03', views: 4_000, earnedCents: 0, note: statementNotes.afterBudget },
  ],
  ...{ earnedCents: 585, settledAt: null, clearedCents: 0, payments: [], dueCents: 0, heldCents: 0 },
  ...part,
});
const settled = { settledAt: '2026-05-01T09:00:00.000Z', clearedCents: 585 } as const;

async function openStatement(answer: () => unknown) {
  const api = fakeApi({ [read]: () => earning(), [statementCall]: answer });
  const { user } = openPage();
  await user.click(await screen.findByRole('button', { name: 'Show statement' }));
  return { api, user, region: screen.getByRole('region', { name: 'Statement' }) };
}

describe('the statement', () => {
  test('loads when opened, and lists each day', async () => {
    const { user, region } = await openStatement(() => aStatement());
    const rows = await within(region).findAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'DayViewsEarned',
      'Mar 1, 20261,000$6.50',
      'Mar 2, 2026The platform corrected its view count-100-$0.65',
      'Mar 3, 2026Not paid: the budget was already used up4,000$0.00',
    ]);
    expect(region.textContent).toContain('Earned so far$5.85Final once the campaign is settled$0.00To be paid$0.00');
    expect(region.textContent).toContain('$6.50 per 1,000 views');
    await user.click(screen.getByRole('button', { name: 'Hide statement' }));
    expect(within(region).queryByRole('table')).toBeNull();
  });

  test('shows the sum due and, later, when it was paid', async () => {
    const { region } = await openStatement(() => aStatement({ ...settled, dueCents: 585 }));
    await within(region).findByRole('table');
    expect(region.textContent).toContain('Earned$5.85Final on May 1, 2026$5.85To be paid$5.85');
  });

  test('shows the sum on hold', async () => {
    const { region } = await openStatement(() => aStatement({ ...settled, heldCents: 585 }));
    await within(region).findByRole('table');
    expect(region.textContent).toContain('On hold$5.85To be paid$0.00');
  });

  test('lists each payment', async () => {
    const payments = [{ paidAt: '2026-05-02T09:00:00.000Z', amountCents: 585 }];
    const { region } = await openStatement(() => aStatement({ ...settled, payments }));
    await within(region).findByRole('table');
    expect(region.textContent).toContain('Paid on May 2, 2026$5.85To be paid$0.00');
  });

  test('has one line for a flat fee', async () => {
    const lines = [{ day: '2026-03-01', views: null, earnedCents: 15_050, note: statementNotes.fee }];
    const { region } = await openStatement(() => aStatement({ cpmCents: null, lines, earnedCents: 15_050 }));
    const [, row] = await within(region).findAllByRole('row');
    expect(row?.textContent).toBe('Mar 1, 2026Flat fee$150.50');
  });

  test('can be downloaded', async () => {
    let text = '';
    // jsdom has neither this nor a file's text().
    URL.createObjectURL = (file) => {
      const reader = new FileReader();
      reader.onload = () => {
        text = String(reader.result);
      };
      if (file instanceof Blob) reader.readAsText(file);
      return 'blob:made';
    };
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await openStatement(() => aStatement());
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(text).toContain('2026-03-01,Views,1000,6.5,6.5,'));
    expect(clicked).toHaveBeenCalledOnce();
  });

  test('shows a message if there are no views', async () => {
    await openStatement(() => aStatement({ lines: [], earnedCents: 0 }));
    await screen.findByText('Views are counted once a day, and appear here after the first count.');
  });

  test('retries automatically after a network failure', async () => {
    const { api, region } = await openStatement(noNetwork);
    await screen.findByText('Your statement will load when you’re back online.');
    api.on(statementCall, () => aStatement());
    await networkIsBack();
    await within(region).findByRole('table');
  });

  test('shows a retry after an error', async () => {
    const { api, user, region } = await openStatement(() => refusal(404, 'not_found', 'Offer not found.'));
    await screen.findByText('Your statement didn’t load');
    api.on(statementCall, () => aStatement());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await within(region).findByRole('table');
  });

  test('isn’t offered if nothing can be earned', async () => {
    fakeApi({ [read]: () => offersByStage['asked for the link']() });
    openPage();
    await screen.findByRole('heading', { level: 2, name: 'Post your video' });
    expect(screen.queryByRole('region', { name: 'Statement' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Payment reference' })).toBeNull();
  });
});

describe('the payment reference', () => {
  const field = () => screen.findByLabelText<HTMLInputElement>('Reference');
  const saveButton = () => screen.getByRole('button', { name: 'Save reference' });
  const none = { reference: null, version: 0 };

  test('is saved over the version that was loaded, and removed from the device', async () => {
    const api = fakeApi({ [read]: () => earning(none) });
    const { user } = openPage();
    api.on(saveCall, () => earning({ reference: 'Invoice 7', version: 1 }));
    expect((await field()).maxLength).toBe(200);
    await user.type(await field(), ' Invoice 7 ');
    await user.click(saveButton());
    await screen.findByText('Reference saved.');
    expect((await field()).value).toBe('Invoice 7');
    const [call] = api.to(saveCall);
    expect([call?.body, call?.headers.get('If-Match')]).toEqual([{ reference: 'Invoice 7' }, '"0"']);
    expect(localStorage.length).toBe(0);
  });

  test('is resent with the same key after a network failure', async () => {
    const api = fakeApi({ [read]: () => earning(none), [saveCall]: noNetwork });
    const { user } = openPage();
    await user.type(await field(), 'Invoice 7');
    await user.click(saveButton());
    await screen.findByText(/^No connection. Your reference will be saved/);
    expect((await field()).readOnly).toBe(true);
    api.on(saveCall, () => earning({ reference: 'Invoice 7', version: 1 }));
    await networkIsBack();
    await screen.findByText('Reference saved.');
    const keys = api.to(saveCall).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  test('keeps unsaved input after a refusal, and on the next visit', async () => {
    fakeApi({ [read]: () => earning(none), [saveCall]: () => refusal(409, 'move_refused', 'Not now.') });
    const first = openPage();
    await first.user.type(await field(), 'Invoice 7');
    await first.user.click(saveButton());
    await screen.findByText('Not now.');
    expect((await field()).value).toBe('Invoice 7');
    first.unmount();
    openPage();
    expect((await field()).value).toBe('Invoice 7');
  });

  test('overwrites another page’s change only on a second tap', async () => {
    const theirs = earning({ reference: 'Invoice 8', version: 1 });
    const changed = { code: 'offer_changed', message: 'Changed.', offer: theirs };
    const api = fakeApi({ [read]: () => earning(none), [saveCall]: () => status(412, changed) });
    const { user } = openPage();
    await user.type(await field(), 'Invoice 7');
    await user.click(saveButton());
    await screen.findByText(
      /changed in another tab or on another device, so this one wasn’t saved. It’s now “Invoice 8”/,
    );
    expect((await field()).value).toBe('Invoice 7');
    api.on(saveCall, () => earning({ reference: 'Invoice 7', version: 2 }));
    await user.click(saveButton());
    await screen.findByText('Reference saved.');
    expect(api.to(saveCall).map(({ headers }) => headers.get('If-Match'))).toEqual(['"0"', '"1"']);
  });

  test('counts as saved if an earlier visit’s save arrived without a response', async () => {
    const offer = earning({ reference: 'Invoice 7', version: 1 });
    const changed = { code: 'offer_changed', message: 'Changed.', offer };
    fakeApi({ [read]: () => earning(none), [saveCall]: () => status(412, changed) });
    const { user } = openPage();
    await user.type(await field(), 'Invoice 7');
    await user.click(saveButton());
    await screen.findByText('Reference saved.');
  });

  test('has an error at its field if it is invalid', async () => {
    const issues = [{ path: 'body.reference', message: 'Expected one line without control characters.' }];
    const refused = { code: 'invalid_request', message: 'Refused.', issues };
    fakeApi({ [read]: () => earning(none), [saveCall]: () => status(400, refused) });
    const { user } = openPage();
    await user.type(await field(), 'Invoice 7');
    await user.click(saveButton());
    await screen.findByText('Expected one line without control characters.');
    expect((await field()).value).toBe('Invoice 7');
  });

  test('is never replaced by an older response once saved', async () => {
    const saved = earning({ reference: 'Invoice 7', version: 1 });
    const api = fakeApi({ [read]: () => earning(none), [saveCall]: () => saved });
    const { user } = openPage();
    await user.type(await field(), 'Invoice 7');
    await user.click(saveButton());
    await screen.findByText('Reference saved.');
    await act(async () => window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(api.to(read).length).toBeGreaterThan(1));
    expect((await field()).value).toBe('Invoice 7');
  });
});
