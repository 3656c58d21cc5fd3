import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { postLink, postName } from '#domain/posts/post-link.ts';
import { postNames, sharedPosts } from '#server/database/tables/post-tables.ts';
import { posts } from '#server/database/tables/tables.ts';
import { migrationsDir } from '#server/paths.ts';
import { logSharedPosts } from '#server/services/posts/registry/shared-posts.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';

const { server, given } = await apiServer();

/** Stored links of every form. */
const urls = [
  'https://www.youtube.com/watch?v=XpVt6Z1Gjj1',
  'https://m.youtube.com/shorts/XpVt6Z1Gjj2/',
  'https://youtu.be/XpVt6Z1Gjj3',
  'https://www.tiktok.com/@some.one/video/7301234567890123451',
  'https://m.tiktok.com/v/7301234567890123452.html',
  'https://vm.tiktok.com/ZMabc123/',
  'https://www.tiktok.com/t/ZTabc123/',
  'https://www.instagram.com/share/reel/BA9bcDEfgh1/',
  'https://www.instagram.com/some.one/p/C0abcDEfgh1/',
  'https://www.facebook.com/watch/?v=1234567890',
  'https://www.facebook.com/some.one/videos/a-title/1234567891/',
  'https://www.facebook.com/reel/1234567892',
  'https://www.facebook.com/some.one/posts/pfbid02abc',
  'https://www.facebook.com/share/v/1AbcDEfgHi/',
  'https://fb.watch/aBcDef12/',
  'https://www.snapchat.com/@some.one/spotlight/W7_EDlXWTBiXAEEniNoMPw',
  'https://www.snapchat.com/t/AbcDEfg1',
  'https://x.com/some_one/status/1234567890123456789',
  'https://t.co/aBcDEfg123',
];

test('stored posts and links are registered, the first offer keeps a shared post, and others are logged', async () => {
  const { db } = server;
  const brandId = await given.brand();
  const offerId = await given.offer(brandId, await given.campaign(brandId), { stageType: 'ONGOING' });
  for (const finalPostUrl of urls) await given.post(brandId, offerId, { finalPostUrl });
  await given.post(brandId, offerId, { finalPostUrl: 'https://example.com/no-post' });
  const other = await given.brand();
  const later = await given.offer(other, await given.campaign(other), { stageType: 'ONGOING' });
  const shared = 'https://youtu.be/XpVt6Z1Gjj1';
  await given.post(other, later, { finalPostUrl: shared, postedAt: new Date('2026-03-09T00:00:00.000Z') });
  const waiting = await given.offer(other, await given.campaign(other));
  await given.submission(other, waiting, {
    ...{ evidenceType: 'PUBLISHED_VIDEO_URL', fulfillment: 'https://youtu.be/XpVt6Z1Gjj9' },
  });
  const figuresBefore = await db.select().from(posts);

  await db.delete(postNames).where(sql`true`);
  const [, , , , , ...fill] = readFileSync(join(migrationsDir(), '0027_post_names.sql'), 'utf8').split(
    '--> statement-breakpoint',
  );
  await db.transaction(async (tx) => {
    for (const statement of fill) await tx.execute(sql.raw(statement));
  });
  const named = await db.select().from(postNames);
  const nameOf = (url: string) => {
    const link = postLink(url);
    return link && `${link.platform} ${postName(link)}`;
  };
  expect(named.map(({ platform, name, offerId: of }) => `${platform} ${name} ${of}`).sort()).toEqual(
    [...urls.map((url) => `${nameOf(url)} ${offerId}`), `${nameOf('https://youtu.be/XpVt6Z1Gjj9')} ${waiting}`].sort(),
  );
  expect(await db.select().from(sharedPosts)).toEqual([
    { platform: 'YOUTUBE', name: 'XpVt6Z1Gjj1', url: shared, brandId: other, offerId: later },
  ]);
  expect(await db.select().from(posts)).toEqual(figuresBefore);

  const entries: unknown[] = [];
  await logSharedPosts(db, { warn: (entry: unknown) => entries.push(entry) });
  expect(entries).toEqual([{ offers: 1, sharedPosts: [{ url: shared, brandId: other, offerId: later }] }]);
});
