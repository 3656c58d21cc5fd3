import { and, eq } from 'drizzle-orm';
import { offerMoves } from '#server/database/offer-tables.ts';
import { button, expectText, expectThere } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

test('a creator accepts by a mailed link, once, though the answer is lost and the page is loaded again', async ({
  tab,
  brand,
  server,
  cable,
}) => {
  const creatorId = await server.given.creator(brand.id, { firstName: 'Ada', username: 'ada.by.link' });
  const offerId = await server.given.offer(brand.id, brand.campaignId, { creatorId, stageEnteredAt: new Date() });
  const path = `/c/${await server.creatorToken(offerId)}`;
  await tab.open(path);
  await expectThere(tab, button('Accept'));
  await cable.setMode({
    kind: 'lose-answer',
    match: { method: 'POST', pathPattern: /\/creator\/v1\.0\/offer\/moves$/ },
  });
  await tab.press(button('Accept'));
  const isAccepted = and(eq(offerMoves.offerId, offerId), eq(offerMoves.move, 'accept'));
  const accepted = () => server.db.select({ move: offerMoves.move }).from(offerMoves).where(isAccepted);
  await expect.poll(accepted).toHaveLength(1);
  await cable.setMode({ kind: 'pass' });
  await tab.open(path);
  await expectText(tab, { role: 'heading', name: 'Send your draft', level: 2 }, 'Send your draft');
  expect(await accepted()).toHaveLength(1);
});
