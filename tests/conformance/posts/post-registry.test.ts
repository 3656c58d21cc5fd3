import { beforeEach, describe, expect, test } from 'vitest';
import { postNames } from '#server/database/tables/post-tables.ts';
import { offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { moveByLink } from '#tests/support/calls/creator-link.ts';
import { importContent, metricsFile, type Row, row } from '#tests/support/calls/metrics.ts';
import { moveNow, owingLink } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

// A post counts for one offer, even if another brand, campaign or form of its link comes second.

const { server, given } = await apiServer();
const post = 'https://www.tiktok.com/@ada.moss/video/7301234567890123456';
const already = 'This post was already submitted. Please link a different post.';

beforeEach(async () => {
  await server.db.delete(postNames);
});

/** A brand with an offer that owes a link of ada.moss. */
async function aBrand(name = 'Northwind Coffee') {
  const brandId = await given.brand({ name });
  return { brandId, ...(await owingLink(server, brandId, 'TIKTOK', { username: 'ada.moss' })) };
}

const submit = (token: string, link: string) => moveByLink(server, token, { move: 'submit-link', link });
const approve = (brandId: string, offerId: string) =>
  moveNow(server, brandId, { move: 'approve', input: {}, offerId, by: 'brand' });
const tiktok: Row = { socialPlatform: 'TIKTOK', socialUsername: 'ada.moss' };
const figures = (campaignId: string, url: string, options: { makeMissing?: boolean } = { makeMissing: false }) =>
  importContent(
    server,
    campaignId,
    metricsFile([row('', '2026-03-05', 100, { ...tiktok, finalPostUrl: url })]),
    options,
  );
const campaignOf = async (offerId: string) =>
  (await server.db.select().from(offers)).find(({ id }) => id === offerId)?.campaignId ?? '';

describe('the second use of a post', () => {
  test('is refused to another brand’s creator, without revealing its owner', async () => {
    const first = await aBrand('Fernhill');
    expect((await submit(first.token, post)).status).toBe(200);
    const second = await aBrand();
    expect(await submit(second.token, `${post}?is_from_webapp=1`)).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'body.link', message: already }] },
    });
  });

  test('is refused to the team, with the offer that it counts for', async () => {
    const first = await aBrand('Fernhill');
    await submit(first.token, post);
    const second = await aBrand();
    const words = `This post already counts for @ada.moss in Spring roast (${await campaignOf(first.offerId)}) of Fernhill.`;
    const order = { offerId: second.offerId, move: 'submit-link', input: { link: post } };
    await expect(operate(server, 'move-offer', order)).rejects.toThrow(new CommandError(words));
  });

  test('is refused in a metrics file, line by line, with the offer that it counts for', async () => {
    const first = await aBrand('Fernhill');
    await submit(first.token, post);
    await approve(first.brandId, first.offerId);
    const second = await aBrand();
    const report = await figures(await campaignOf(second.offerId), post, { makeMissing: true });
    expect(report).toMatchObject({ made: { posts: 0 }, figures: { new: 0 } });
    expect(report.refused).toEqual([
      {
        line: 2,
        reason: `finalPostUrl: This post already counts for @ada.moss in Spring roast (${await campaignOf(first.offerId)}) of Fernhill.`,
        value: post,
      },
    ]);
    // Its own campaign accepts them.
    expect(await figures(await campaignOf(first.offerId), post)).toMatchObject({ made: { posts: 1 }, refused: [] });
  });

  test('is refused in files for two campaigns of one brand, and in a link after a file', async () => {
    const brandId = await given.brand();
    const [one, two] = [await given.campaign(brandId), await given.campaign(brandId)];
    expect(await figures(one, post, { makeMissing: true })).toMatchObject({ made: { posts: 1 } });
    expect(await figures(one, post)).toMatchObject({ figures: { unchanged: 1 }, refused: [] });
    expect(await figures(two, post, { makeMissing: true })).toMatchObject({ refusedCount: 1, made: { offers: 0 } });
    const other = await aBrand();
    expect((await submit(other.token, post)).error?.message).toBe(already);
  });
});

describe('a post becomes available again', () => {
  test('once its link is sent back or replaced', async () => {
    const first = await aBrand();
    await submit(first.token, post);
    await moveByLink(server, first.token, { move: 'replace-link', link: post.replace('3456', '3457') }, 1);
    const second = await aBrand();
    expect((await submit(second.token, post)).status).toBe(200);
    await moveNow(server, second.brandId, {
      ...{ move: 'request-changes', input: { requestedChanges: [] }, offerId: second.offerId, by: 'brand' },
    });
    expect((await submit((await aBrand()).token, post)).status).toBe(200);
  });

  test('once its offer ends without an approval, though not for that offer', async () => {
    const first = await aBrand();
    await submit(first.token, post);
    const { offerId } = first;
    await moveNow(server, first.brandId, {
      move: 'invalidate',
      input: { reason: 'Wrong offer' },
      offerId,
      by: 'provider',
    });
    const second = await aBrand();
    expect((await submit(second.token, post)).status).toBe(200);
    await moveNow(server, first.brandId, { move: 'reopen', input: {}, offerId, by: 'provider' });
    await expect(approve(first.brandId, offerId)).rejects.toThrow('This post already counts for another offer.');
  });

  test('never once it was approved', async () => {
    const first = await aBrand();
    await submit(first.token, post);
    const { offerId } = first;
    await approve(first.brandId, offerId);
    await moveNow(server, first.brandId, { move: 'invalidate', input: { reason: 'Removed' }, offerId, by: 'provider' });
    expect((await submit((await aBrand()).token, post)).error?.message).toBe(already);
  });
});

test('a post counts for only one of two brands’ creators who submit it at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    await server.db.delete(postNames);
    const brands = await Promise.all([aBrand(), aBrand(), aBrand()]);
    const answers = await Promise.all(brands.map(({ token }) => submit(token, post)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await server.db.select().from(postNames)).toHaveLength(1);
  }
});
