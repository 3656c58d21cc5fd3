import { expect, test } from 'vitest';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { call } from '#tests/support/calls/call.ts';
import { moveByLink } from '#tests/support/calls/creator-link.ts';
import { owingLink } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// Creators submit links of posts.

const { server, given, loggedIn } = await apiServer();
const { brandId, token: brandToken } = await loggedIn();

const owesLink = (platform: SocialPlatform, username?: string) =>
  owingLink(server, brandId, platform, username === undefined ? {} : { username });
const submit = (token: string, link: string) => moveByLink(server, token, { move: 'submit-link', link });

test.each([
  ['TIKTOK', 'bea.moss', 'https://www.tiktok.com/@bea.moss/video/7301234567890123466', true],
  ['INSTAGRAM', 'bea.moss', 'https://www.instagram.com/Bea.Moss/reel/Cxyz123/', true],
  ['INSTAGRAM', 'cee.moss', 'https://www.instagram.com/reel/Cxyz456/', false],
  ['YOUTUBE', 'bea.moss', 'https://www.youtube.com/shorts/abcdefghijk', false],
] as const)(
  'a %s link of %s, %s, identifies its account to brand and creator: %s',
  async (platform, username, link, isChecked) => {
    const { offerId, token } = await owesLink(platform, username);
    expect((await submit(token, link)).data.submission?.accountChecked).toBe(isChecked);
    const { data } = await call(server, endpoints.getOffer, { token: brandToken, params: { id: offerId } });
    expect(data.currentStage.fulfillment?.metadata.accountChecked).toBe(isChecked);
  },
);

const taken = 'This post was already submitted. Please link a different post.';

test.each([
  ['YOUTUBE', 'https://www.youtube.com/shorts/bbbbbbbbbbb', 'https://youtu.be/bbbbbbbbbbb'],
  ['YOUTUBE', 'https://youtu.be/ccccccccccc?si=x', 'https://m.youtube.com/watch?v=ccccccccccc&t=1'],
  ['INSTAGRAM', 'https://www.instagram.com/p/Cabc1234567/', 'https://instagram.com/reel/Cabc1234567'],
] as const)('a post of %s that another offer has is refused under any of its URLs', async (platform, one, other) => {
  const first = await owesLink(platform);
  expect((await submit(first.token, one)).status).toBe(200);
  const second = await owesLink(platform);
  expect(await submit(second.token, other)).toMatchObject({
    status: 400,
    error: { issues: [{ path: 'body.link', message: taken }] },
  });
});

test('a post counted for another offer is refused, and one with a similar URL is accepted', async () => {
  const first = await owesLink('YOUTUBE');
  await given.post(brandId, first.offerId, { finalPostUrl: 'https://www.youtube.com/watch?v=ddddddddddd' });
  const second = await owesLink('YOUTUBE');
  expect((await submit(second.token, 'https://youtu.be/ddddddddddd')).error?.message).toBe(taken);
  // The other offer's post has this id in its address, on another platform.
  const third = await owesLink('YOUTUBE');
  await given.post(brandId, first.offerId, { finalPostUrl: 'https://www.tiktok.com/t/eeeeeeeeeee' });
  expect((await submit(third.token, 'https://youtu.be/eeeeeeeeeee')).status).toBe(200);
});
