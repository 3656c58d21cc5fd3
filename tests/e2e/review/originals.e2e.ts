import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { approve, closeOffer, expectUpToDate, offerPanel, openCampaign, openOffer } from '../fixtures/steps/app.ts';
import { handIn } from '../fixtures/steps/hand-in.ts';
import { expect, test } from '../fixtures/test.ts';

const film = readFileSync(join(import.meta.dirname, '../../../src/server/demo/media/coffee.mp4'));

test('a brand downloads the original of its approved draft without leaving the page', async ({
  page,
  brand,
  server,
  airplane,
}) => {
  const name = 'Autumn roast';
  const campaignId = await server.given.campaign(brand.id, { name, asksForOriginals: true });
  const creatorId = await server.given.creator(brand.id, { firstName: 'Ingrid', lastName: 'Sommer' });
  const since = { stageType: 'SUBMIT_EVIDENCE', stageEnteredAt: new Date(), creatorId } as const;
  const offerId = await server.given.offer(brand.id, campaignId, since);
  await handIn(server, await server.creatorToken(offerId), { filename: 'coffee.mp4', content: film });
  await server.makeRenditions('copying');

  const draft = { creator: 'Ingrid Sommer' };
  await openCampaign(page, { campaign: name });
  const panel = offerPanel(page, draft);
  await openOffer(page, draft);
  await expect(panel.getByRole('button', { name: 'Approve draft' })).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Original' })).toHaveCount(0);
  await closeOffer(page, draft);
  await approve(page, draft);
  const original = panel.getByRole('region', { name: 'Original' });
  await expect(original).toContainText('coffee.mp4');
  const address = page.url();
  const download = page.waitForEvent('download');
  await original.getByRole('button', { name: 'Download original' }).click();
  const got = await download;
  expect(got.suggestedFilename()).toBe('coffee.mp4');
  expect(readFileSync(await got.path()).equals(film)).toBe(true);
  expect(page.url()).toBe(address);

  await airplane.on();
  await expect(original.getByRole('button', { name: 'Download original' })).toBeDisabled();
  await expect(original).toContainText('Reconnect to download it.');
  await airplane.off();
  await expectUpToDate(page);
  await expect(original.getByRole('button', { name: 'Download original' })).toBeEnabled();
});
