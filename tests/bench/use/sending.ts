import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { acceptEvidence, listOffers } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { ulid } from '#domain/shared/ulid.ts';
import type { FaultMode } from '#tests/faults/modes.ts';
import { type FaultProxy, startFaultProxy } from '#tests/faults/proxy.ts';
import { stopWorkers } from '#tests/support/browsers/stop-workers.ts';
import { type BenchBrowser, logInAndStore } from '../browser.ts';
import type { Add } from '../report.ts';

/** Inputs of a part that measures one brand in one browser. */
export interface BrandPart {
  /** Port of the measured server. */
  port: number;
  browser: BenchBrowser;
  login: Record<'email' | 'password', string>;
  quick: boolean;
  add: Add;
  say(text: string): void;
}

interface Draft {
  id: string;
  fulfillmentId: string;
}

const decisions = { method: 'POST', pathPattern: /\/evidence\/accept$/ } as const;
const slowMs = 2000;
/** Returns of each kind; one takes about 5 s. */
const returns = 10;
const draftsNeeded = 4 * returns + 110;
const dark = {
  'connections were refused': { kind: 'refuse' },
  'connections were half-open': { kind: 'stall' },
} as const satisfies Record<string, FaultMode>;

/** Measures how soon decisions are sent after the network's return, which no event announces, and on a slow network. */
export async function measureSending({ port, browser, login, quick, add, say }: BrandPart): Promise<void> {
  const cable = await startFaultProxy({ targetPort: port });
  const page = await browser.newTab();
  try {
    say('Sending: logging in, and storing it all on the phone …');
    await logInAndStore(page, cable.url, login);
    const drafts = await draftsOf(page);
    const take = () => {
      const draft = drafts.pop();
      if (draft === undefined) throw new Error('No more drafts to decide on.');
      return draft;
    };

    const group = 'From the network’s return, without an event, until the first decision comes to the server';
    for (const isStopped of [false, true]) {
      for (const [name, mode] of Object.entries(dark)) {
        say(`Sending: after ${name}${isStopped ? ', worker stopped' : ''} …`);
        const ms: number[] = [];
        for (let round = 0; round < (quick ? 4 : returns); round += 1) {
          ms.push(await returnOf({ page, cable, mode, isStopped }, take()));
        }
        const how = `after ${name}${isStopped ? ', worker stopped' : ''}`;
        add(group, `${how}: median`, ms, { of: 'p50', max: 1000 });
        add(group, `${how}: p95`, ms, { of: 'p95', max: 2000 });
      }
    }

    for (const [count, max] of [
      [10, 8],
      [100, 60],
    ] as const) {
      if (quick && count > 10) continue;
      say(`Sending: ${count} decisions on a slow network …`);
      await cable.setMode({ kind: 'refuse' });
      for (let i = 0; i < count; i += 1) await decide(page, take());
      const probes = () => cable.requests.filter(({ path }) => path === '/health').length;
      const probesBefore = probes();
      const startedAt = performance.now();
      await cable.setMode({ kind: 'delay', ms: slowMs });
      await emptyQueue(page);
      const name = `${count} decisions`;
      const seconds = (performance.now() - startedAt) / 1000;
      add(`On a network with a round trip of ${slowMs} ms, from its return`, name, [seconds], { of: 'max', max }, 's');
      say(`Sending: ${probes() - probesBefore} probes beside ${count} decisions`);
      await cable.setMode({ kind: 'pass' });
    }
  } finally {
    await page.close();
    await cable.close();
  }
}

/** Milliseconds from the moment the connection forwards requests again until a decision passes through it. */
async function returnOf(
  { page, cable, mode, isStopped }: { page: Page; cable: FaultProxy; mode: FaultMode; isStopped: boolean },
  draft: Draft,
): Promise<number> {
  await cable.setMode(mode);
  await decide(page, draft);
  // The page's timer must not determine the figure, so the network returns at any time between two ticks.
  await wait(1500 + Math.random() * 2000);
  if (isStopped) await stopWorkers(page);
  const arrived = cable.nextRequest(decisions);
  const startedAt = performance.now();
  await cable.setMode({ kind: 'pass' });
  await arrived;
  const ms = performance.now() - startedAt;
  await emptyQueue(page);
  return ms;
}

async function draftsOf(page: Page): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (let number = 1; drafts.length < draftsNeeded; number += 1) {
    const query = { page: String(number), pageSize: '50', offerStageType: 'AWAITING_EVIDENCE_CLEARANCE' };
    const found = await page.evaluate(
      async (address) => {
        const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
        const { data } = (await (await fetch(address, { headers })).json()) as {
          data: { id: string; invalidationType: string | null; currentStage: { fulfillment: { id: string } } }[];
        };
        return data.map(({ id, invalidationType, currentStage }) => ({
          id,
          fulfillmentId: currentStage.fulfillment.id,
          isOpen: invalidationType === null,
        }));
      },
      pathOf(listOffers, {}, query),
    );
    if (found.length === 0) throw new Error(`Only ${drafts.length} drafts to decide on.`);
    // Offers taken back by the provider can't be decided on.
    drafts.push(...found.filter(({ isOpen }) => isOpen));
  }
  return drafts;
}

/** Decides as the page's client does; resolves once the worker has queued the decision. */
async function decide(page: Page, { id, fulfillmentId }: Draft): Promise<void> {
  const status = await page.evaluate(
    async ({ path, key, fulfillmentId }) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'If-Match': `"${fulfillmentId}"`,
      };
      return (await fetch(path, { method: 'POST', headers, body: '{}' })).status;
    },
    { path: pathOf(acceptEvidence, { id }), key: ulid(Date.now(), randomBytes(16)), fulfillmentId },
  );
  if (status !== 202) throw new Error(`A decision with no network was answered with ${status}.`);
}

/** Resolves once the worker reports that nothing is pending. */
async function emptyQueue(page: Page): Promise<void> {
  while ((await leftIn(page)) > 0) await wait(50);
}

const leftIn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data.status.actions.length);
        navigator.serviceWorker.controller?.postMessage({ type: 'get-status' }, [port2]);
      }),
  );
