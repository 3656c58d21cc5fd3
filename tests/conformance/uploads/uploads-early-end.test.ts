import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { holdOpen, postStream, uploadBody } from '#tests/support/drafts/large-upload.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { startTestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';

const { server, loggedIn } = await apiServer();
const address = await server.listen();
const headers = { Authorization: `Bearer ${(await loggedIn()).token}` };

/** Folders of unfinished uploads. */
function leftOnDisk(): string[] {
  const folder = join(server.dataDir, 'incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
}

function* endless(start: string) {
  yield start;
  for (let mb = 0; mb < 400; mb += 1) yield ' '.repeat(1_000_000);
}

const upload = endpoints.uploadFiles.path;
const [tooLarge, invalid] = ['413 payload_too_large', '400 invalid_request'];
const cases = [
  ['a file of 200 MB', upload, () => uploadBody({ files: 1, bytesEach: 200_000_000, seed: 'x' }), tooLarge, 40],
  ['an endless upload', upload, () => endless('{'), tooLarge, 20],
  ['forty files', upload, () => uploadBody({ files: 40, bytesEach: 2_000_000, seed: 'y' }), invalid, 50],
  ['a file that isn’t base64', upload, () => endless('{"files":[{"fileBase64":"*'), invalid, 20],
  ['an endless campaign', endpoints.createCampaign.path, () => endless('{'), tooLarge, 20],
  ['an endless login', endpoints.login.path, () => endless('{'), tooLarge, 20],
] as const;

test.each(cases)(
  '%s is refused before its end, and the client receives the refusal',
  async (_, path, body, expected, maxMb) => {
    for (let round = 0; round < 5; round += 1) {
      const { status, body: said, sentBytes } = await postStream(new URL(path, address), body(), headers);
      const { code } = JSON.parse(said);
      expect(`${status} ${code}`).toBe(expected);
      expect(sentBytes).toBeLessThan(maxMb * 1_000_000);
    }
    await expect.poll(leftOnDisk).toEqual([]);
  },
);

test.each([
  [upload, 415],
  [endpoints.createCampaign.path, 413],
])('the next request on the connection of a refused %s gets its response', async (path, refused) => {
  // A proxy reuses its connections: the next request may be another client's.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, url: URL, body = Buffer.alloc(0)) =>
    new Promise<[status: number | undefined, reused: boolean]>((resolve, reject) => {
      const sent = request(
        url,
        { method, agent, headers: { ...headers, 'Content-Type': 'text/plain' } },
        (response) => {
          response.on('end', () => resolve([response.statusCode, sent.reusedSocket])).resume();
        },
      );
      sent.on('error', reject).end(body);
    });
  try {
    expect(await call('POST', new URL(path, address), Buffer.alloc(1_100_000, ' '))).toEqual([refused, false]);
    expect(await call('GET', new URL(endpoints.getBrand.path, address))).toEqual([200, true]);
  } finally {
    agent.destroy();
  }
});

test('a brand can send at most eight uploads at once; other brands aren’t affected', async () => {
  const url = new URL(upload, address);
  const held = Array.from({ length: 8 }, () => holdOpen(url, headers));
  await expect.poll(() => leftOnDisk().length).toBe(8);
  const small = () => uploadBody({ files: 1, bytesEach: 100, seed: 'z' });
  expect((await postStream(url, small(), headers)).status).toBe(429);
  const { token } = await loggedIn();
  expect((await postStream(url, small(), { Authorization: `Bearer ${token}` })).status).toBe(200);
  for (const request of held) request.destroy();
  await expect.poll(leftOnDisk).toEqual([]);
  expect((await postStream(url, small(), headers)).status).toBe(200);
});

test('a disk that rejects files causes a specific error, and a log line', async () => {
  const full = await startTestServer();
  writeFileSync(join(full.dataDir, 'incoming'), 'in the place of the folder');
  const url = new URL(upload, await full.listen());
  const { accessToken } = await full.sessionOf(await world(full.db).brand());
  const given = uploadBody({ files: 1, bytesEach: 100, seed: 'z' });
  const { status, body } = await postStream(url, given, { Authorization: `Bearer ${accessToken}` });
  expect([status, JSON.parse(body).code]).toEqual([503, 'unavailable']);
  expect(full.errors).not.toEqual([]);
  await full.close();
});
