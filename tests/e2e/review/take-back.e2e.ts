import { expectAccessible } from '../fixtures/looks/accessible.ts';
import { expectToast } from '../fixtures/looks/toasts.ts';
import { approve, expectUpToDate, offerPanel, openCampaign } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test('a brand undoes an approval offline and reviews the same draft again', async ({
  page,
  brand,
  airplane,
  server,
}) => {
  const [draft] = brand.drafts;
  await openCampaign(page, brand);
  await approve(page, draft);
  await expectToast(page, 'Offer approved');
  const panel = offerPanel(page, draft);

  await airplane.on();
  await panel.getByRole('button', { name: 'Take back approval' }).click();
  const question = panel.getByRole('group', { name: 'Take back your approval?' });
  await expect(question).toContainText('may already be posting this draft. We’ll email them not to post it.');
  await expectAccessible(page, 'take back an approval');
  await question.getByRole('button', { name: 'Take back approval' }).click();
  await expect(panel.getByText('Take-back queued').first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeVisible();

  await airplane.off();
  await expectUpToDate(page);
  await expect(panel.getByRole('button', { name: 'Approve draft' })).toBeVisible();
  await expect(panel).toContainText('Version 1');
  await expect(panel).toContainText('Approval taken back');
  await expect(panel.getByText('The creator submitted a new version')).toBeHidden();
  const applied = server.applied.filter(({ offerId }) => offerId === draft.offerId);
  expect(applied.map(({ decision }) => decision)).toEqual(['approve', 'take-back']);
});
