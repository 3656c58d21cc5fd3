import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { accountNames } from '#server/database/tables/creator-tables.ts';
import { campaigns, creators, offers } from '#server/database/tables/tables.ts';
import type { CreatorsReport } from '#server/services/admin/creators/import-creators.ts';
import type { RenameResult } from '#server/services/admin/creators/rename-account.ts';
import { call } from '#tests/support/calls/call.ts';
import { moveByLink, openLink } from '#tests/support/calls/creator-link.ts';
import { askChanges, changePages } from '#tests/support/calls/feed.ts';
import { importContent, metricsFile, type Row, row } from '#tests/support/calls/metrics.ts';
import { owingLink } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { operate } from '#tests/support/servers/operate.ts';

const { server, given, loggedIn } = await apiServer();
const { brandId, token } = await loggedIn();

let number = 0;
let before: string;
let after: string;
let email: string;
let ada: Awaited<ReturnType<typeof owingLink>>;

const campaignOf = async (offerId: string) => {
  const [offer] = await server.db.select().from(offers).where(eq(offers.id, offerId));
  return offer?.campaignId ?? '';
};
const nextPost = (name: string) => `https://www.tiktok.com/@${name}/video/73012345678901${10_000 + ++number}`;
const rename = (input: object = {}) =>
  operate<RenameResult>(server, 'rename-account', {
    platform: 'TIKTOK',
    username: before,
    newUsername: after,
    ...input,
  });
const submitForTeam = (offerId: string, link: string) =>
  operate(server, 'move-offer', { offerId, move: 'submit-link', input: { link } });
const readOffer = async (id: string) => (await call(server, endpoints.getOffer, { token, params: { id } })).data;
const isChecked = async (id: string) => (await readOffer(id)).currentStage.fulfillment?.metadata.accountChecked;
async function lastCursor() {
  let cursor = '';
  for await (const page of changePages(server, token)) ({ cursor } = page);
  return cursor;
}
async function importRow(campaignId: string, cells: Row, { makeMissing = false } = {}) {
  return importContent(server, campaignId, metricsFile([row('', '2026-03-05', 100, cells)]), { makeMissing });
}

beforeEach(async () => {
  number += 1;
  [before, after, email] = [`ada.moss${number}`, `ada.new${number}`, `ada${number}@creators.test`];
  ada = await owingLink(server, brandId, 'TIKTOK', { username: before });
  await given.person(brandId, ada.creatorId, { email });
});

describe('a renamed account', () => {
  test('has its new name everywhere and its former name with a date, and a repeat changes nothing', async () => {
    const other = await given.brand({ approvalStatus: 'REJECTED', suspendedAt: new Date('2026-03-01') });
    await given.creator(other, { username: before });
    const seen = await lastCursor();
    expect(await rename()).toEqual({ platform: 'TIKTOK', username: after, changed: true, brands: 2 });
    expect((await readOffer(ada.offerId)).socialAccount.username).toBe(after);
    expect((await openLink(server, ada.token)).data.account).toEqual({
      ...{ platform: 'TIKTOK', username: after, formerUsernames: [before] },
    });
    const { data: news } = await askChanges(server, token, seen);
    expect(news.offers.map(({ id }) => id)).toEqual([ada.offerId]);
    const until = server.clock.now().toISOString();
    const { creators: listed } = await operate<{ creators: { email: string; accounts: unknown[] }[] }>(
      ...([server, 'list-creators', {}] as const),
    );
    expect(listed.find((each) => each.email === email)?.accounts).toEqual([
      { platform: 'TIKTOK', username: after, formerNames: [{ username: before, since: null, until }] },
    ]);
    expect(await rename()).toEqual({ platform: 'TIKTOK', username: after, changed: false, brands: 0 });
    expect(await rename({ username: after })).toMatchObject({ changed: false });
    const [suspended] = await server.db.select().from(creators).where(eq(creators.brandId, other));
    expect(suspended?.username).toBe(after);
  });

  test('keeps its names when only their case changes, and can return to an earlier one', async () => {
    await rename();
    expect(await rename({ username: after.toUpperCase(), newUsername: before })).toMatchObject({ changed: true });
    for (const name of [before, after]) {
      const { token: link } = await owingLink(server, brandId, 'TIKTOK', {
        creatorId: ada.creatorId,
        username: before,
      });
      const submit = { move: 'submit-link', link: nextPost(name.toUpperCase()) } as const;
      expect((await moveByLink(server, link, submit)).status).toBe(200);
    }
  });

  describe.each(['before', 'after'] as const)('submits a post whose link has the name from %s', (when) => {
    const name = () => (when === 'before' ? before : after);

    test('on the creator’s page', async () => {
      await rename();
      const { status, data } = await moveByLink(server, ada.token, { move: 'submit-link', link: nextPost(name()) });
      expect([status, data.submission?.accountChecked]).toEqual([200, true]);
      expect(await isChecked(ada.offerId)).toBe(true);
    });

    test('through the team', async () => {
      await rename();
      await submitForTeam(ada.offerId, nextPost(name()));
      expect(await isChecked(ada.offerId)).toBe(true);
    });

    test.each(['before', 'after'] as const)('in a metrics file under the name from %s', async (row) => {
      await rename();
      const campaignId = await campaignOf(ada.offerId);
      const socialUsername = row === 'before' ? before : after;
      const cells = { socialPlatform: 'TIKTOK', socialUsername, finalPostUrl: nextPost(name()) };
      const report = await importRow(campaignId, cells, { makeMissing: true });
      expect(report).toMatchObject({ made: { creators: 0, offers: 0, posts: 1 }, refused: [], warnings: [] });
    });
  });

  test('still has the posts that it submitted before', async () => {
    await moveByLink(server, ada.token, { move: 'submit-link', link: nextPost(before) });
    await rename();
    expect(await isChecked(ada.offerId)).toBe(true);
    expect((await openLink(server, ada.token)).data.submission?.accountChecked).toBe(true);
  });

  test('absorbs the duplicate that an import created under the new name', async () => {
    const campaignId = await campaignOf(ada.offerId);
    const cells = { socialPlatform: 'TIKTOK', socialUsername: after, finalPostUrl: nextPost(after) };
    expect((await importRow(campaignId, cells, { makeMissing: true })).made.creators).toBe(1);
    await operate(server, 'add-creator', { email, platform: 'TIKTOK', username: after });
    expect(await rename()).toMatchObject({ changed: true });
    const named = await server.db.select().from(creators).where(eq(creators.username, after));
    expect(named.map(({ id }) => id)).toEqual([ada.creatorId]);
    const own = await server.db.select().from(offers).where(eq(offers.creatorId, ada.creatorId));
    expect(own.filter((each) => each.campaignId === campaignId)).toHaveLength(2);
  });

  test('loses a former name that another creator has taken', async () => {
    await rename();
    await operate(server, 'add-creator', { email: `bo${number}@creators.test`, platform: 'TIKTOK', username: before });
    const { error } = await moveByLink(server, ada.token, { move: 'submit-link', link: nextPost(before) });
    expect(error?.message).toBe(`This post is by @${before}, but the offer is for @${after}.`);
  });

  test('is matched by its former name in a file of creators', async () => {
    await rename();
    const file = `email,firstName,lastName,platform,username\n${email},Ada,Moss,TIKTOK,${before}\n`;
    const report = await operate<CreatorsReport>(server, 'import-creators', { dryRun: false }, file);
    expect(report).toMatchObject({ accounts: { made: 0, known: 1 }, refused: [] });
  });

  test('is erased with all its names', async () => {
    await rename();
    await operate(server, 'move-offer', { offerId: ada.offerId, move: 'invalidate', input: { reason: 'Done' } });
    await operate(server, 'erase-data', { kind: 'creator', named: email, isConfirmed: true });
    const left = await server.db.select().from(accountNames).where(eq(accountNames.username, before));
    expect(left).toEqual([]);
  });
});

test.each([
  [
    'an account that no creator has',
    () => ({ username: 'no.one' }),
    /^No creator has @no\.one on TIKTOK\. Add the creator/,
  ],
  [
    'a profile on another platform',
    () => ({ newUsername: 'https://instagram.com/ada' }),
    /Expected a username, or the address/,
  ],
  ['an invalid name', () => ({ newUsername: 'https://www.tiktok.com/' }), /Expected a username such as @ada\.moss/],
  ['an unknown platform', () => ({ platform: 'MYSPACE' }), /Expected one of INSTAGRAM/],
])('%s can’t be renamed', async (_, input, words) => {
  await expect(rename(input())).rejects.toThrow(words);
});

test('the name of another creator’s account is refused, naming its owner', async () => {
  await operate(server, 'add-creator', { email: 'bo@creators.test', platform: 'TIKTOK', username: after });
  await expect(rename()).rejects.toThrow(`@${after} on TIKTOK belongs to bo@creators.test.`);
});

describe('a profile URL instead of a name', () => {
  test('renames an account', async () => {
    const profiles = { username: `https://tiktok.com/@${before}`, newUsername: `www.tiktok.com/@${after}?lang=en` };
    expect(await rename(profiles)).toMatchObject({ username: after, changed: true });
  });

  test('adds a creator, and is refused for another platform', async () => {
    const added = { email: `dew${number}@creators.test`, platform: 'tiktok' };
    await operate(server, 'add-creator', { ...added, username: `https://tiktok.com/@dewdrop.skin${number}` });
    const { creators: listed } = await operate<{ creators: { email: string; accounts: object[] }[] }>(
      ...([server, 'list-creators', {}] as const),
    );
    expect(listed.find((each) => each.email === added.email)?.accounts).toMatchObject([
      { platform: 'TIKTOK', username: `dewdrop.skin${number}` },
    ]);
    const elsewhere = operate(server, 'add-creator', { ...added, username: 'https://www.snapchat.com/add/dewdrop' });
    await expect(elsewhere).rejects.toThrow(/profile on a platform other than TIKTOK/);
  });

  test('names the account in a metrics file', async () => {
    const cells = { socialPlatform: 'TIKTOK', socialUsername: `https://tiktok.com/@${before}` };
    const report = await importRow(await campaignOf(ada.offerId), { ...cells, finalPostUrl: nextPost(before) });
    expect(report).toMatchObject({ made: { creators: 0, posts: 1 }, refused: [] });
  });
});

describe('a joint post whose link names its other author', () => {
  const joint = () => `https://www.instagram.com/bo.lind/reel/Cjoint${String(++number).padStart(5, '0')}/`;
  const owing = () => owingLink(server, brandId, 'INSTAGRAM', { username: before });

  test('is refused on the creator’s page', async () => {
    const offer = await owing();
    const { error } = await moveByLink(server, offer.token, { move: 'submit-link', link: joint() });
    expect(error?.message).toBe(`This post is by @bo.lind, but the offer is for @${before}.`);
  });

  test('is accepted from the team without checking its account, and then in metrics files', async () => {
    const { offerId } = await owing();
    const link = joint();
    const campaignId = await campaignOf(offerId);
    await server.db
      .update(campaigns)
      .set({ platforms: ['INSTAGRAM'] })
      .where(eq(campaigns.id, campaignId));
    const cells = { socialPlatform: 'INSTAGRAM', socialUsername: before, finalPostUrl: link };
    expect((await importRow(campaignId, cells)).refused).toMatchObject([
      { line: 2, reason: `finalPostUrl: This post is by @bo.lind, but the offer is for @${before}.` },
    ]);
    await submitForTeam(offerId, link);
    expect(await isChecked(offerId)).toBe(false);
    expect(await importRow(campaignId, cells)).toMatchObject({ made: { posts: 1 }, refused: [] });
  });

  test('is refused from the team if posts have one author', async () => {
    await expect(submitForTeam(ada.offerId, nextPost('bo.lind'))).rejects.toThrow('This post is by @bo.lind');
  });
});
