import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { SocialPlatform } from '#contract/brand/campaign.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { moveOffer } from '#server/services/admin/offers/offers.ts';
import type { LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { startPlatforms } from '#tests/support/browsers/platforms.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { offerRow, owingLink } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

// Links that are looked up at their platform; the platforms' hosts are simulated on this machine.

let lookUpPost: LookUpPost;
const platforms = await startPlatforms();
// Vitest runs these hooks in reverse order, so this runs after the server has closed.
afterAll(() => platforms.close());
const { server, loggedIn } = await apiServer({ lookUpPost: (post) => lookUpPost(post) });
const { brandId, token: brandToken } = await loggedIn();

beforeEach(() => {
  lookUpPost = platforms.lookUpPost;
  platforms.during(null);
  platforms.called.length = 0;
  for (const platform of ['TIKTOK', 'YOUTUBE'] as const) platforms.oembed(platform, { status: 500 });
});

const owesLink = (platform: SocialPlatform, of?: { creatorId: string; username: string }) =>
  owingLink(server, brandId, platform, of);
const submit = (token: string, link: string, { key = newKey(), ifMatch = '0' } = {}) =>
  call(server, endpoints.makeCreatorMove, { token, body: { move: 'submit-link', link }, key, ifMatch });
const stageOf = async (id: string) => (await offerRow(server.db, id))?.stageType;
const checkedForBrand = async (id: string) => {
  const { data } = await call(server, endpoints.getOffer, { token: brandToken, params: { id } });
  return data.currentStage.fulfillment?.metadata.accountChecked;
};

let made = 0;
/** A new short link on each call; the functions below return a new post. */
const newShort = () => `https://vm.tiktok.com/ZM${++made}abcdef/`;
const newPost = (username: string) => `https://www.tiktok.com/@${username}/video/73012345678901${10_000 + ++made}`;
const newVideo = () => `https://www.youtube.com/shorts/vid${10_000_000 + ++made}`;
const authorIs = (platform: 'YOUTUBE' | 'TIKTOK', author: string) =>
  platforms.oembed(platform, {
    status: 200,
    body: JSON.stringify({ author_url: `https://www.${platform.toLowerCase()}.com/${author}`, title: 'A post' }),
  });

const noPost = 'This short link doesn’t lead to a post. Open the post and copy its link.';
const taken = 'This post was already submitted. Please link a different post.';

describe('a short link', () => {
  test('is followed through the platform’s hosts, and its post is stored', async () => {
    const { offerId, username, token } = await owesLink('TIKTOK');
    const [short, post] = [newShort(), newPost(username)];
    platforms.answer(short, { status: 301, location: 'http://m.tiktok.com/hop?x=1' });
    platforms.answer('https://m.tiktok.com/hop', { status: 302, location: `${post}?_t=abc&share=1`, body: 'stuck' });
    const { data } = await submit(token, short);
    expect(data.submission).toMatchObject({ link: post, accountChecked: true });
    expect(await checkedForBrand(offerId)).toBe(true);
    // The server never fetches the post's own page.
    const oembed = `https://www.tiktok.com/oembed?url=${encodeURIComponent(post)}`;
    expect(platforms.called).toEqual([short, 'https://m.tiktok.com/hop?x=1', oembed]);
  });

  test('that leads to a post of another account is refused, naming it', async () => {
    const { offerId, username, token } = await owesLink('TIKTOK');
    const short = newShort();
    platforms.answer(short, { status: 301, location: newPost('cee.moss') });
    const message = `This post is by @cee.moss, but the offer is for @${username}.`;
    expect(await submit(token, short)).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'body.link', message }] },
    });
    expect(await stageOf(offerId)).toBe('SUBMIT_EVIDENCE');
  });

  test('that leads to a post without its account’s name is accepted, and oEmbed gives the account', async () => {
    const { username, token } = await owesLink('TIKTOK');
    const short = newShort();
    const post = newPost('');
    platforms.answer(short, { status: 301, location: post });
    authorIs('TIKTOK', `@${username}`);
    expect((await submit(token, short)).data.submission).toMatchObject({ link: post, accountChecked: true });
  });

  test.each([
    ['this machine', { status: 302, location: 'http://127.0.0.1:8080/@a/video/7301234567890123456' }],
    ['a cloud’s metadata service', { status: 302, location: 'http://169.254.169.254/latest/meta-data/' }],
    [
      'a host that isn’t allowed',
      { status: 302, location: 'https://www.tiktok.com.evil.test/@a/video/7301234567890123456' },
    ],
    ['another port of its host', { status: 302, location: 'https://www.tiktok.com:8443/t/ZTabcdef/' }],
    ['a URL with name and password', { status: 302, location: 'https://me:word@www.tiktok.com/t/ZTabcdef/' }],
    ['another platform', { status: 302, location: 'https://www.instagram.com/reel/Cxyz456/' }],
    ['a URL of another scheme', { status: 302, location: 'javascript:alert(1)' }],
    ['an invalid URL', { status: 302, location: 'https://[' }],
    ['a deleted post', { status: 404 }],
  ])('that leads to %s is refused with a message, without further requests', async (_, answer) => {
    const { offerId, token } = await owesLink('TIKTOK');
    const short = newShort();
    platforms.answer(short, answer);
    expect(await submit(token, short)).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'body.link', message: noPost }] },
    });
    expect(platforms.called).toEqual([short]);
    expect(await stageOf(offerId)).toBe('SUBMIT_EVIDENCE');
  });

  test('that redirects in a circle is given up', async () => {
    const { token } = await owesLink('TIKTOK');
    const [short, other] = [newShort(), newShort()];
    platforms.answer(short, { status: 301, location: other });
    platforms.answer(other, { status: 301, location: short });
    expect((await submit(token, short)).error?.message).toBe(noPost);
    expect(platforms.called).toEqual([short, other, short]);
  });

  test('that leads to a profile is refused', async () => {
    const { username, token } = await owesLink('TIKTOK');
    const short = newShort();
    platforms.answer(short, { status: 301, location: `https://www.tiktok.com/@${username}?_t=1` });
    platforms.answer(`https://www.tiktok.com/@${username}`, { status: 200, body: 'a profile' });
    expect((await submit(token, short)).error?.message).toBe(noPost);
  });

  test.each([
    ['fails', { status: 503 }],
    ['refuses servers', { status: 403 }],
    ['requires a login', { status: 302, location: 'https://www.tiktok.com/login?redirect_url=x' }],
    ['returns another page', { status: 200, body: 'Open the app' }],
    ['returns an endless page', 'endless'],
    ['redirects without a target', { status: 302 }],
    ['drops the connection', 'drop'],
    ['doesn’t respond', 'hang'],
  ] as const)('of a platform that %s is accepted as is, without checking its account', async (_, answer) => {
    if (answer === 'hang') lookUpPost = platforms.hurried;
    const { offerId, token } = await owesLink('TIKTOK');
    const short = newShort();
    platforms.answer(short, answer);
    platforms.answer('https://www.tiktok.com/login', { status: 200, body: 'Log in' });
    const { status, data } = await submit(token, short);
    expect(status).toBe(200);
    expect(data.submission).toMatchObject({ link: short, accountChecked: false });
    expect(await checkedForBrand(offerId)).toBe(false);
  });

  test.each([
    ['INSTAGRAM', 'https://www.instagram.com/share/reel/BA9bcDEfgh1/', 'https://www.instagram.com/reel/Cabc0000001/'],
    ['FACEBOOK', 'https://fb.watch/aBcDef12/', 'https://www.facebook.com/reel/1234567890'],
    ['SNAPCHAT', 'https://snapchat.com/t/AbcDEfg1', 'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPw'],
    ['TWITTER', 'https://t.co/aBcDEfg123', 'https://x.com/i/web/status/1234567890123'],
  ] as const)('of %s is followed', async (platform, short, post) => {
    const { token } = await owesLink(platform);
    platforms.answer(short, { status: 302, location: `${post}?utm=1` });
    expect((await submit(token, short)).data.submission).toMatchObject({ link: post, accountChecked: false });
    expect(platforms.called).toEqual([short]);
  });

  test('counts as the same post as its full URL, and a second offer with either is refused', async () => {
    const first = await owesLink('TIKTOK');
    const [short, post] = [newShort(), newPost(first.username)];
    platforms.answer(short, { status: 301, location: post });
    expect((await submit(first.token, short)).status).toBe(200);
    const second = await owesLink('TIKTOK', first);
    expect((await submit(second.token, post)).error?.message).toBe(taken);
    const another = newShort();
    platforms.answer(another, { status: 301, location: post });
    expect((await submit(second.token, another)).error?.message).toBe(taken);
  });
});

describe('a link to a platform with oEmbed', () => {
  test.each([
    ['the account, in another case', (name: string) => `@${name.toUpperCase()}`, true],
    ['a channel without a handle', () => 'channel/UCabcdefghijklmnopqrstuv', false],
  ])('that names %s has the account’s check recorded as %s', async (_, author, isChecked) => {
    const { offerId, username, token } = await owesLink('YOUTUBE');
    authorIs('YOUTUBE', author(username));
    const video = newVideo();
    expect((await submit(token, video)).data.submission).toMatchObject({ link: video, accountChecked: isChecked });
    expect(await checkedForBrand(offerId)).toBe(isChecked);
    const watch = encodeURIComponent(`https://www.youtube.com/watch?v=${video.slice(-11)}`);
    expect(platforms.called).toEqual([`https://www.youtube.com/oembed?format=json&url=${watch}`]);
  });

  test('that names another account is refused with a message, and so is one with a forged name in its URL', async () => {
    const youtube = await owesLink('YOUTUBE');
    authorIs('YOUTUBE', '@cee.moss');
    const words = (username: string) => `This post is by @cee.moss, but the offer is for @${username}.`;
    expect((await submit(youtube.token, newVideo())).error?.message).toBe(words(youtube.username));
    const tiktok = await owesLink('TIKTOK');
    authorIs('TIKTOK', '@cee.moss');
    expect((await submit(tiktok.token, newPost(tiktok.username))).error?.message).toBe(words(tiktok.username));
  });

  test.each([
    ['a 404', { status: 404, body: '{"author_url":"https://www.youtube.com/@cee.moss"}' }],
    ['a 401', { status: 401, body: 'Unauthorized' }],
    ['HTML instead of JSON', { status: 200, body: '<html>' }],
    ['JSON of another shape', { status: 200, body: '{"author_url":5}' }],
    ['a list', { status: 200, body: '[]' }],
    ['an author on another site', { status: 200, body: '{"author_url":"https://evil.test/@cee.moss"}' }],
    ['a redirect', { status: 302, location: 'https://www.youtube.com/oembed2' }],
    ['a dropped connection', 'drop'],
    ['nothing', 'hang'],
    ['a body that arrives too slowly', 'drip'],
    ['an endless body', 'endless'],
  ] as const)('that responds with %s is accepted, without checking its account', async (_, answer) => {
    if (answer === 'hang' || answer === 'drip') lookUpPost = platforms.hurried;
    const { offerId, token } = await owesLink('YOUTUBE');
    platforms.oembed('YOUTUBE', answer);
    const { status, data } = await submit(token, newVideo());
    expect([status, data.submission?.accountChecked]).toEqual([200, false]);
    expect(await checkedForBrand(offerId)).toBe(false);
    expect(platforms.called).toHaveLength(1);
  });

  test('has the account in its URL used if the platform gives none', async () => {
    const { username, token } = await owesLink('TIKTOK');
    platforms.oembed('TIKTOK', { status: 404 });
    expect((await submit(token, newPost(username))).data.submission?.accountChecked).toBe(true);
  });
});

describe('the response to a creator', () => {
  test('is the same for the same key, whatever the platform responds by then', async () => {
    const { username, token } = await owesLink('TIKTOK');
    const [short, key] = [newShort(), newKey()];
    platforms.answer(short, { status: 301, location: newPost(username) });
    const first = await submit(token, short, { key });
    platforms.called.length = 0;
    platforms.answer(short, { status: 404 });
    const again = await submit(token, short, { key });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect((await submit(token, short, { key, ifMatch: '' })).data).toEqual(first.data);
    expect(platforms.called).toEqual([]);
  });

  test('that was a refusal can be retried with the same key once the platform responds', async () => {
    const { username, token } = await owesLink('TIKTOK');
    const [short, key] = [newShort(), newKey()];
    platforms.answer(short, { status: 404 });
    expect((await submit(token, short, { key })).status).toBe(400);
    platforms.answer(short, { status: 301, location: newPost(username) });
    expect((await submit(token, short, { key })).status).toBe(200);
  });

  test('holds no lock on the brand during the lookup', async () => {
    const [one, other] = [await owesLink('TIKTOK'), await owesLink('INSTAGRAM')];
    const short = newShort();
    platforms.answer(short, { status: 301, location: newPost(one.username) });
    const statuses: number[] = [];
    platforms.during(async () => {
      platforms.during(null);
      statuses.push((await submit(other.token, `https://www.instagram.com/reel/Cother${++made}/`)).status);
    });
    statuses.push((await submit(one.token, short)).status);
    expect(statuses).toEqual([200, 200]);
  });

  test('reports an offer that changed during the lookup, whatever its result', async () => {
    const { offerId, token } = await owesLink('TIKTOK');
    const short = newShort();
    platforms.answer(short, { status: 404 });
    platforms.during(async () => {
      const body = { move: 'withdraw' } as const;
      await call(server, endpoints.makeCreatorMove, { token, body, key: newKey(), ifMatch: '0' });
    });
    expect(await submit(token, short)).toMatchObject({ status: 412, error: { code: 'offer_changed' } });
    expect(await stageOf(offerId)).toBe('INVALIDATED');
  });

  test('refuses an impossible move or link without a lookup', async () => {
    const { token } = await owesLink('TIKTOK');
    expect((await submit(token, newShort(), { ifMatch: '7' })).status).toBe(412);
    expect((await submit(token, newVideo())).status).toBe(400);
    expect((await submit(token, newPost('cee.moss'))).status).toBe(400);
    const body = { move: 'replace-link', link: newShort() } as const;
    const early = await call(server, endpoints.makeCreatorMove, { token, body, key: newKey(), ifMatch: '0' });
    expect(early.status).toBe(409);
    expect(platforms.called).toEqual([]);
  });
});

test('a link submitted by the provider for a creator is looked up the same way', async () => {
  const { offerId, username } = await owesLink('TIKTOK');
  const context = { db: server.db, now: server.clock.now, lookUpPost };
  const [short, post] = [newShort(), newPost(username)];
  const handIn = () => moveOffer(context, { offerId, move: 'submit-link', input: { link: short } });
  platforms.answer(short, { status: 404 });
  await expect(handIn()).rejects.toThrow(noPost);
  expect(await stageOf(offerId)).toBe('SUBMIT_EVIDENCE');
  platforms.answer(short, { status: 301, location: post });
  const { currentStage } = await handIn();
  expect(currentStage).toMatchObject({ type: 'AWAITING_EVIDENCE_CLEARANCE', fulfillment: { fulfillment: post } });
});
