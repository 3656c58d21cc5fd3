import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { brands, fulfillments } from '#server/database/tables/tables.ts';
import { creatorLinks } from '#server/services/creators/links.ts';
import { newKey } from '#tests/support/calls/call.ts';
import { owingOffer } from '#tests/support/calls/offers.ts';
import { beginTus, tusCall } from '#tests/support/calls/tus-client.ts';
import { openOnPostgres } from '#tests/support/postgres/database.ts';
import { hasPgBouncer, startPgBouncer } from '#tests/support/postgres/pgbouncer.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';
import { startProcess } from '#tests/support/servers/process.ts';
import { world } from '#tests/support/servers/world.ts';
import { readMails } from '#tests/support/services/mail.ts';
import { startS3 } from '#tests/support/services/s3.ts';

const SESSION_SECRET = 'of both processes, 32 bytes or more';
const film = readFileSync('src/server/demo/media/coffee.mp4');
const publicUrl = 'https://afield.example';

test('a web process and a job process with separate folders together work like a single process', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const database = await openOnPostgres(process.env.TEST_DATABASE_URL ?? '');
  onTestFinished(() => database.close());
  const pooler = hasPgBouncer() ? await startPgBouncer(database.url) : null;
  if (pooler !== null) onTestFinished(pooler.stop);
  const { bucket, endpoint, credentials } = s3.settings();
  const folder = newFolder();
  const start = (part: string) => {
    const settings = {
      ...{ DATABASE_URL: pooler?.url ?? database.url, SESSION_SECRET, PUBLIC_URL: publicUrl, PORT: '0' },
      ...{ DATA_DIR: join(folder, part), S3_BUCKET: bucket, S3_ENDPOINT: endpoint ?? '' },
      // Transcoding takes longer than everything else.
      FFMPEG_PATH: '/nowhere/ffmpeg',
      S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    };
    const process = startProcess(settings, ['--only', part]);
    onTestFinished(async () => {
      process.child.kill('SIGKILL');
      await process.ended;
    });
    return process;
  };
  const statusOf = async (address: string) => {
    const paths = ['/health', '/ready', '/version', endpoints.getCreatorOffer.path];
    return Promise.all(paths.map(async (path) => (await fetch(address + path)).status));
  };
  const { db } = database;
  const given = world(db);
  const brandId = await given.brand();
  const offerId = await owingOffer(
    { db, clock: { now: () => new Date(), advance: () => {} } },
    brandId,
    await given.campaign(brandId),
  );
  const token = creatorLinks(SESSION_SECRET, () => publicUrl).tokenOf({ id: offerId, linkGeneration: 1 });

  const web = start('web');
  const address = await web.ready;
  expect(await statusOf(address)).toEqual([200, 200, 200, 401]);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const [brand] = await db.select({ email: brands.email }).from(brands).where(eq(brands.id, brandId));
  expect((await post(endpoints.requestPasswordReset.path, { email: brand?.email })).status).toBe(200);
  const { headers } = await beginTus(address, token, film.length, { filename: 'coffee.mp4' });
  const upload = headers.location ?? '';
  await tusCall(address, 'PATCH', upload, { token, body: film, headers: { 'Upload-Offset': '0' } });
  const handedIn = await post(
    endpoints.makeCreatorMove.path,
    { move: 'submit-draft', uploadId: upload.split('/').at(-1), caption: 'Sip' },
    { Authorization: `Bearer ${token}`, 'Idempotency-Key': newKey(), 'If-Match': '"0"' },
  );
  expect(handedIn.status).toBe(200);
  const submissions = () => db.select().from(fulfillments).where(eq(fulfillments.offerId, offerId));
  // A process that sends emails starts at once.
  await wait(500);
  expect(await db.select({ status: mails.status }).from(mails)).toEqual([{ status: 'WAITING' }]);
  expect(await submissions()).toEqual([]);

  const jobs = start('jobs');
  expect(await statusOf(await jobs.ready)).toEqual([200, 200, 200, 404]);
  const sent = () => readMails(join(folder, 'jobs')).filter(({ to }) => to.includes(brand?.email ?? 'none'));
  await expect.poll(sent, { timeout: 30_000 }).toMatchObject([{ link: expect.stringContaining(`${publicUrl}/`) }]);
  await expect.poll(submissions, { timeout: 30_000 }).toHaveLength(1);
  expect((await s3.namesIn(brandId)).length).toBeGreaterThan(0);

  for (const { child, ended } of [web, jobs]) {
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  }
});
