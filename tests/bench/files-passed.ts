// npm run bench:files prints the number of files in src and sw that an approval and an analytics read pass through:
// those with a function that runs between the page's request and its response, by V8's precise coverage. Includes
// background work that the request starts.
import { Session } from 'node:inspector/promises';
import { getBrandAnalytics } from '#contract/brand/analytics.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { call, newKey } from '#tests/support/calls/call.ts';
import { createPhone } from '#tests/support/calls/phone.ts';
import { startTestServer } from '#tests/support/servers/server.ts';
import { world } from '#tests/support/servers/world.ts';
import { createFakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import { offerIdOf } from '#tests/support/worker/model-server.ts';

const root = new URL('../../', import.meta.url).href;
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Files whose functions have run since the last call. */
async function filesRun(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .flatMap(({ url }) => (url.startsWith(root) ? [url.slice(root.length)] : []))
    .filter((path) => /^(src|sw)\//.test(path));
}

async function passed(name: string, work: () => Promise<{ status: number } | null>): Promise<void> {
  // The first run loads lazy modules, so it isn't counted.
  await work();
  await filesRun();
  const answer = await work();
  const files = await filesRun();
  console.log(`${name}: ${files.length} files, answered ${answer?.status}`);
  if (process.argv.includes('--list')) console.log(files.sort().join('\n'));
}

const server = await startTestServer();
const given = world(server.db);
const brandId = await given.brand();
const campaignId = await given.campaign(brandId);
const { accessToken: token } = await server.sessionOf(brandId);

await passed('server, an approval', async () => {
  const id = await given.offer(brandId, campaignId);
  const ifMatch = await given.submission(brandId, id);
  await filesRun();
  return call(server, endpoints.acceptEvidence, { params: { id }, token, ifMatch, key: newKey() });
});
const query = { timePeriodType: 'preset', preset: 'last_30d' } as const;
await passed('server, a read of analytics', () =>
  call(server, getBrandAnalytics, { params: { brandId }, query, token }),
);

const synced = createPhone({ server, token, brandId });
await synced.sync();
await passed('worker, a read of analytics', async () => {
  const answer = await synced.answer(pathOf(getBrandAnalytics, { brandId }, query));
  return answer && { status: 200 };
});
await server.close();

const phone = createFakePhone();
const owner = 'brd_1';
for (const n of [1, 2]) phone.server.addOffer(owner, offerIdOf(n));
const page = pageOf(phone, phone.server.logIn(owner));
const { clock } = phone;
await clock.until(page.open());
await clock.advance(2000);
let next = 0;
await passed('worker, an approval', async () => {
  next += 1;
  const offer = await clock.until(page.offer(offerIdOf(next)));
  await filesRun();
  return clock.until(page.decide(offer, newKey(), 'approve'));
});
process.exit(0);
