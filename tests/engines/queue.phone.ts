import {
  approveOffline,
  approveUnseen,
  button,
  closeOffer,
  expectText,
  expectThere,
  expectUpToDate,
  offerPanel,
  offerRow,
  openCampaign,
  openQueue,
  queueDrawer,
  requestChanges,
  syncBanner,
} from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a brand decides offline, undoes one decision, and the rest are sent automatically', async ({
  tab,
  brand,
  cable,
  server,
}) => {
  const [first, second, third] = brand.drafts;
  await openCampaign(tab, brand);
  await cable.setMode({ kind: 'refuse' });
  await approveOffline(tab, first);
  await approveOffline(tab, second);
  await requestChanges(tab, third, ['Start over']);
  await expectText(tab, offerPanel(third), 'Changes queued');
  await closeOffer(tab, third);
  await expectText(tab, syncBanner, /^Offline\. Showing data from .+ · 3 actions waiting to send/);

  await openQueue(tab);
  await tab.press(button(`Undo: Approve draft, ${second.creator}`, queueDrawer));
  await expect.poll(() => tab.texts({ role: 'listitem', within: queueDrawer })).toHaveLength(2);
  await tab.press(button('Close', queueDrawer));
  await expectText(tab, offerRow(second), 'Review draft');
  await expectText(tab, syncBanner, '2 actions waiting to send');

  await cable.setMode({ kind: 'pass' });
  await expectUpToDate(tab);
  await expectText(tab, offerRow(first), 'Waiting for link');
  await expectText(tab, offerRow(second), 'Review draft');
  await expectText(tab, offerRow(third), 'Waiting for resubmission');
  const ids = brand.drafts.map(({ offerId }) => offerId);
  const decided = server.applied.filter(({ offerId }) => ids.includes(offerId));
  expect(decided.map(({ offerId, decision }) => [offerId, decision]).toSorted()).toEqual(
    [
      [first.offerId, 'approve'],
      [third.offerId, 'reject'],
    ].toSorted(),
  );
});

test('a decision is undone in place, and nothing is sent', async ({ tab, brand, cable, server }) => {
  const [draft] = brand.drafts;
  const panel = offerPanel(draft);
  await openCampaign(tab, brand);
  await cable.setMode({ kind: 'refuse' });
  await approveUnseen(tab, draft);
  await tab.press(button('Undo', panel));
  await expectThere(tab, button('Approve draft', panel));
  await cable.setMode({ kind: 'pass' });
  await expectUpToDate(tab);
  expect(server.applied.filter(({ offerId }) => offerId === draft.offerId)).toEqual([]);
});
