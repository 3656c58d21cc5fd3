import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { acceptEvidence } from '#contract/brand/offer.ts';
import { getChanges } from '#contract/calls/changes.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import { ulid } from '#domain/shared/ulid.ts';
import type { Database } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { world } from '#tests/support/servers/world.ts';
import { loadNow, machineOf, type Report } from '../report.ts';
import { ask } from './ask.ts';
import { type BenchDatabase, databaseKinds, makeDatabase } from './databases.ts';
import { quantile } from './measures.ts';
import { type BenchServer, startServer } from './server-process.ts';

/** Polling interval of an open app, as in limits.ts for visible pages. */
const pollMs = 15_000;
/** Two members of a brand have it open. */
const phonesOfBrand = 2;
const maxMs = 1_000;
/** Each step towards more phones takes one interval. */
const stepMs = pollMs;

interface Phone {
  token: string;
  cursor: string | null;
  /** Submissions to decide on, one per poll. */
  waiting: { offerId: string; fulfillmentId: string }[];
}

interface Traffic {
  pollsMs: number[];
  decisionsMs: number[];
  errors: string[];
}

export interface PhonesMeasured {
  database: string;
  phones: number;
  seconds: number;
  traffic: Traffic;
  /** Memory of the server's process, in MB: once all phones have polled, and at the end. */
  memoryMb: { first: number; last: number };
  /** Number of phones that one process served with a p99 below a second; null if every number tried was too many. */
  served: number | null;
  /** True if more than `served` were too many, false if no more were tried. */
  isLimit: boolean;
}

export interface PhonesReport {
  machine: Report['machine'];
  measured: PhonesMeasured[];
}

interface Options {
  phones: number;
  seconds: number;
  /** Maximum number of phones to try. */
  maxPhones: number;
  say(text: string): void;
}

/** Measures one server process with phones that poll and decide, on each available database. */
export async function runPhonesBench(options: Options): Promise<PhonesReport> {
  const loadBefore = loadNow();
  const measured: PhonesMeasured[] = [];
  for (const kind of databaseKinds) {
    if (kind === 'postgres' && process.env.TEST_DATABASE_URL === undefined) {
      options.say('PostgreSQL is not measured: TEST_DATABASE_URL names none.');
      continue;
    }
    options.say(`${kind}, ${options.phones} phones …`);
    const database = await makeDatabase(kind);
    try {
      measured.push(await measure(database, options));
    } finally {
      await database.remove();
    }
  }
  return { machine: machineOf('no browser', loadBefore), measured };
}

async function measure(database: BenchDatabase, { phones: count, seconds, maxPhones, say }: Options) {
  const secret = randomBytes(32).toString('hex');
  const opened = await database.open();
  const decisionsEach = Math.ceil((seconds * 1_000) / pollMs);
  const phones = await makePhones(opened.db, { count, decisionsEach, secret });
  await opened.close();
  const server = await startServer({ ...database.env, SESSION_SECRET: secret });
  const agent = new Agent({ keepAlive: true });
  try {
    const during = play({ agent, server, phones, forMs: seconds * 1_000 });
    await wait(pollMs);
    const first = server.memoryMb();
    const traffic = await during;
    const memoryMb = { first, last: server.memoryMb() };
    say('  more phones …');
    const { served, isLimit } = await findLimit({ agent, server, phones, from: count, maxPhones });
    return { database: database.version, phones: count, seconds, traffic, memoryMb, served, isLimit };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** Creates brands with logged-in phones, and submissions for each phone to decide on. */
async function makePhones(
  db: Database,
  { count, decisionsEach, secret }: { count: number; decisionsEach: number; secret: string },
): Promise<Phone[]> {
  const given = world(db);
  const session = { db, access: accessTokens(secret), refresh: refreshTokens(secret), now: () => new Date() };
  const phones: Phone[] = [];
  while (phones.length < count) {
    const brandId = await given.brand();
    const now = new Date();
    const campaignId = await given.campaign(brandId, { startAt: now, workerStartDate: now, createdAt: now });
    const creatorId = await given.creator(brandId);
    for (let i = 0; i < phonesOfBrand && phones.length < count; i += 1) {
      const waiting: Phone['waiting'] = [];
      for (let decision = 0; decision < decisionsEach; decision += 1) {
        const offerId = await given.offer(brandId, campaignId, { creatorId });
        const fulfillmentId = newId('ful');
        await given.submission(brandId, offerId, { id: fulfillmentId }, now);
        waiting.push({ offerId, fulfillmentId });
      }
      const { accessToken: token } = await startSession(session, brandId, null);
      phones.push({ token, cursor: null, waiting });
    }
  }
  return phones;
}

interface Playing {
  agent: Agent;
  server: BenchServer;
  phones: readonly Phone[];
  forMs: number;
}

/** Lets each phone poll, and decide on its remaining submissions, at its own moment of each interval. */
async function play({ agent, server, phones, forMs }: Playing): Promise<Traffic> {
  const traffic: Traffic = { pollsMs: [], decisionsMs: [], errors: [] };
  const endsAt = performance.now() + forMs;
  const use = async (phone: Phone, place: number) => {
    await wait((pollMs * place) / phones.length);
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      try {
        await poll(phone, traffic);
        await decide(phone, traffic);
      } catch (error) {
        traffic.errors.push(String(error));
      }
      await wait(Math.max(0, pollMs - (performance.now() - startedAt)));
    }
  };
  async function poll(phone: Phone, { pollsMs }: Traffic): Promise<void> {
    for (let more = true; more; ) {
      const query: Record<string, string> = phone.cursor === null ? {} : { cursor: phone.cursor };
      const askedAt = performance.now();
      const answer = await ask(agent, server.address + pathOf(getChanges, {}, query), { token: phone.token });
      pollsMs.push(performance.now() - askedAt);
      ({ cursor: phone.cursor, more } = JSON.parse(answer) as { cursor: string; more: boolean });
    }
  }
  async function decide({ token, waiting }: Phone, { decisionsMs }: Traffic): Promise<void> {
    const next = waiting.pop();
    if (next === undefined) return;
    const askedAt = performance.now();
    await ask(agent, server.address + pathOf(acceptEvidence, { id: next.offerId }), {
      ...{ token, body: {} },
      headers: { 'Idempotency-Key': ulid(Date.now(), randomBytes(16)), 'If-Match': `"${next.fulfillmentId}"` },
    });
    decisionsMs.push(performance.now() - askedAt);
  }
  await Promise.all(phones.map(use));
  return traffic;
}

/** Doubles the phones until one poll in a hundred takes a second, or fails. Their sessions are reused several times. */
async function findLimit(limits: {
  agent: Agent;
  server: BenchServer;
  phones: readonly Phone[];
  from: number;
  maxPhones: number;
}): Promise<{ served: number | null; isLimit: boolean }> {
  const { agent, server, phones, from, maxPhones } = limits;
  let served: number | null = null;
  for (let count = from; count <= maxPhones; count *= 2) {
    const many = Array.from({ length: count }, (_, at): Phone => {
      const { token, cursor } = phones[at % phones.length] as Phone;
      return { token, cursor, waiting: [] };
    });
    const { pollsMs, errors } = await play({ agent, server, phones: many, forMs: stepMs });
    if (errors.length > 0 || quantile(pollsMs, 0.99) > maxMs) return { served, isLimit: true };
    served = count;
  }
  return { served, isLimit: false };
}

const ms = (values: readonly number[], share: number) => `${Math.round(quantile(values, share))} ms`;

/** All measured figures as text. */
export function phonesText({ machine, measured }: PhonesReport): string {
  const { cpu, cores, node, load } = machine;
  const head = `${cores} × ${cpu}, Node ${node}; load ${load.before} before, ${load.after} after`;
  const section = ({ database, phones, seconds, traffic, memoryMb, served, isLimit }: PhonesMeasured) => {
    const { pollsMs, decisionsMs, errors } = traffic;
    const limit = `${served ?? `fewer than ${phones}`}${isLimit ? '' : ' or more'}`;
    return [
      `${database}: ${phones} phones for ${seconds} s, each polling every ${pollMs / 1_000} s`,
      `  polls      ${pollsMs.length}, p50 ${ms(pollsMs, 0.5)}, p99 ${ms(pollsMs, 0.99)}`,
      `  decisions  ${decisionsMs.length}, p50 ${ms(decisionsMs, 0.5)}, p99 ${ms(decisionsMs, 0.99)}`,
      `  errors     ${errors.length}${errors.length > 0 ? `, such as: ${errors[0]}` : ''}`,
      `  memory     ${memoryMb.first} MB after one round, ${memoryMb.last} MB at the end`,
      `  one process served ${limit} phones with a p99 below 1 s`,
    ].join('\n');
  };
  return [head, ...measured.map(section)].join('\n\n');
}
