import { Agent } from 'node:http';
import { listCampaigns } from '#contract/brand/campaign.ts';
import { listOffers } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { feedKinds, readCursor, writeCursor } from '#server/services/feed/feed-cursor.ts';
import { ask } from './ask.ts';
import { type Filled, idOf, login } from './fill.ts';
import { quantile } from './measures.ts';

export interface CallTimes {
  path: string;
  perSecond: number;
  p50: number;
  p99: number;
}

/** Concurrent callers. */
const callers = 8;

/** Times the ten most common requests of the app, each by several concurrent callers. */
export async function timeCalls(address: string, { brandId }: Filled, secondsEach: number): Promise<CallTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  try {
    const session = await ask(agent, `${address}/brand/v1.0/auth/login`, { body: login });
    const { accessToken: token } = JSON.parse(session) as { accessToken: string };
    const changes = await lastCursor(agent, address, token);
    const campaignId = idOf('cmp', 1);
    const year = 'timePeriodType=preset&preset=last_365d';
    const analytics = '/brand/v1.0/analytics';
    const paths = [
      '/brand/v1.0/brands/current',
      `/brand/v1.0/changes?cursor=${changes}`,
      pathOf(listCampaigns, {}, { campaignStatus: 'ACTIVE', page: '1', pageSize: '20' }),
      `/brand/v1.0/campaigns/details/${campaignId}`,
      pathOf(listOffers, {}, { campaignId, page: '1', pageSize: '10' }),
      `/brand/v1.0/offers/${idOf('off', 1)}`,
      `${analytics}/brand/${brandId}?${year}`,
      `${analytics}/brand/${brandId}/days?${year}`,
      `${analytics}/brand/${brandId}/posts?${year}&page=1`,
      `${analytics}/campaign/${campaignId}?${year}`,
    ];
    const times: CallTimes[] = [];
    for (const path of paths) times.push(await timeCall(agent, address, path, token, secondsEach));
    return times;
  } finally {
    agent.destroy();
  }
}

/** Cursor of an up-to-date app: the feed's end, created without reading the millions of changes before it. */
async function lastCursor(agent: Agent, address: string, token: string): Promise<string> {
  const answer = await ask(agent, `${address}/brand/v1.0/changes`, { token });
  const { cursor } = JSON.parse(answer) as { cursor: string };
  return writeCursor({ ...readCursor(cursor), kind: feedKinds.indexOf('removed'), id: 'z' });
}

async function timeCall(
  agent: Agent,
  address: string,
  path: string,
  token: string,
  seconds: number,
): Promise<CallTimes> {
  await ask(agent, address + path, { token });
  const ms: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async () => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      await ask(agent, address + path, { token });
      ms.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return { path, perSecond: Math.round(ms.length / tookSeconds), p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
}
