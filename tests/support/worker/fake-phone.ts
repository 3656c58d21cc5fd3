import 'fake-indexeddb/auto';
import { type BrandSession, login } from '#contract/account/auth.ts';
import { acceptEvidence, getOffer, type Offer, rejectEvidence } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { PageMessage, WorkerMessage, WorkerReply } from '#contract/worker/worker-message.ts';
import { holdHeader, storedAtHeader } from '#contract/worker/worker-message.ts';
import { type Connection, connectCopy, connectDrafts, connectOutbox } from '#sw/database/database.ts';
import type { CopySchema, DraftsSchema, OutboxSchema } from '#sw/database/schema.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createWorker, type Worker } from '#sw/worker.ts';
import { createFaultyStorage, type StorageFaults } from '../browsers/storage-faults.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeLocks, type FakeLocks } from './fake-locks.ts';
import { createFakeFetch, type Fate, type WireRequest } from './fake-network.ts';
import { createModelServer, type ModelServer } from './model-server.ts';

export const origin = 'https://afield.test';
const startMs = Date.parse('2026-03-15T12:00:00.000Z');
/** Longer than the worker waits for its storage before it uses the network. */
const slowStorageMs = 4000;

/** The worker was stopped, which pages see as a network error. */
export class StoppedError extends Error {}

interface Running {
  worker: Worker;
  isStopped(): boolean;
  replace(): void;
  stop(): void;
  /** Work that events are kept open for. */
  held: Set<Promise<unknown>>;
}

interface PhoneOptions
  extends Pick<
    Parameters<typeof createModelServer>[0],
    'onApplied' | 'onArchived' | 'onRenamed' | 'onMarked' | 'onDenied' | 'onReceived'
  > {
  /** Fate of each of the worker's requests. */
  fateOf?(request: WireRequest): Fate;
  /** Called at each point where a worker may be stopped: before and after all work that takes time. */
  onStep?(phone: FakePhone): void;
}

export interface FakePhone {
  clock: FakeClock;
  locks: FakeLocks;
  server: ModelServer;
  /** The phone's storage, read through connections separate from the worker's. */
  copy: Connection<CopySchema>;
  outbox: Connection<OutboxSchema>;
  drafts: Connection<DraftsSchema>;
  /** The phone as the browser describes it; tests change it in place. On a mobile network drafts aren't downloaded by default. */
  device: Pick<Runtime, 'connection' | 'isDataSaver' | 'storageLeft' | 'fetchFile'>;
  /** Gives the databases faults, which affect the connections above as well as the worker's. */
  storage: StorageFaults;
  /** Messages from the worker to its pages, in order. */
  broadcasts: WorkerMessage[];
  /** Errors that the worker has reported. */
  reported: unknown[];
  /** Number of times that the media cache was emptied, and that a background sync was registered. */
  counts: { mediaWiped: number; syncsRegistered: number };
  /** Notifications shown, in order. */
  notified: { title: string; body: string; path: string; tag?: string | undefined }[];
  /** Numbers shown on the app's icon, in order. */
  badges: number[];
  /** The phone's network, which tests change in place. */
  network: { fateOf(request: WireRequest): Fate /** The browser's hint, `!onLine`. */; saysOffline: boolean };
  /** Number of open pages, whose replies the worker waits for. */
  pages: number;
  /** Called with each message to the pages. */
  onBroadcast: ((message: WorkerMessage) => void) | null;
  /** Sends the worker a page's request. @throws {StoppedError} */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** @throws {StoppedError} */
  say(message: PageMessage): Promise<WorkerReply>;
  /** Fires a sync event of the browser. */
  sync(): Promise<void>;
  /** Delivers a push of the browser's push service. */
  push(data: string | null): Promise<void>;
  /** Fires a periodic sync of the browser. */
  periodicSync(): Promise<void>;
  /** Stops the worker at its current point; the next event starts another. */
  stop(): void;
  /**
   * Lets a newer worker take over: it gets all events from now on, while the previous one finishes work that it has
   * started.
   * @returns a function that stops the previous one
   */
  takeOver(): () => void;
  isRunning(): boolean;
  /** True while the worker keeps an event of the browser open. */
  isBusy(): boolean;
}

let phones = 0;

/** A phone with the real worker on separate storage, clock, locks and network, and a server behind it. */
export function createFakePhone({
  fateOf = () => ({ kind: 'pass' }),
  onStep = () => undefined,
  ...serverEvents
}: PhoneOptions = {}): FakePhone {
  const { factory, faults: storage } = createFaultyStorage();
  globalThis.indexedDB = factory;
  phones += 1;
  const clock = createFakeClock(startMs);
  storage.slowDown = () => clock.wait(slowStorageMs);
  const locks = createFakeLocks();
  const server = createModelServer({ now: clock.trueNow, ...serverEvents });
  let started = 0;
  let running: Running | null = null;
  const network = { fateOf, saysOffline: false };
  const device: FakePhone['device'] = {
    connection: () => 'mobile',
    isDataSaver: () => false,
    storageLeft: async () => ({}),
    fetchFile: async () => {
      throw new TypeError('Failed to fetch');
    },
  };
  const fetchOf = createFakeFetch({
    serve: server.serve,
    wait: (ms) => (ms > 0 ? clock.wait(ms) : Promise.resolve()),
    fateOf: (request) => network.fateOf(request),
  });

  function start(): Running {
    started += 1;
    const owner = `worker-${phones}-${started}`;
    let stopped = false;
    let replaced = false;
    let rejectStopped = () => {};
    const stopping = new Promise<never>((_, reject) => {
      rejectStopped = () => reject(new StoppedError('The worker was stopped'));
    });
    stopping.catch(() => undefined);
    const never = new Promise<never>(() => {});

    /** Wraps work that takes time: a stopped worker neither starts it nor gets its result. */
    async function gate<T>(work: () => Promise<T>): Promise<T> {
      onStep(phone);
      if (stopped) return never;
      const settled = await work().then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      onStep(phone);
      if (stopped) return never;
      if ('error' in settled) throw settled.error;
      return settled.value;
    }
    const gated = <S extends OutboxSchema | CopySchema>(connection: Connection<S>): Connection<S> => ({
      ...connection,
      run: (work, options) => gate(() => connection.run(work, options)),
    });

    const ofOwner = locks.of(owner);
    const timed = { now: clock.now, wait: clock.wait };
    const runtime: Runtime = {
      fetchApi: (path, init) => gate(() => fetchOf(`${origin}${path}`, init)),
      now: clock.now,
      monotonicNow: clock.trueNow,
      wait: (ms, signal) => gate(() => clock.wait(ms, signal)),
      locks: { request: (name, options, work) => gate(() => ofOwner.request(name, options, () => gate(work))) },
      copy: gated(connectCopy(timed)),
      outbox: gated(connectOutbox(timed)),
      broadcast: (message) =>
        gate(async () => {
          phone.broadcasts.push(message);
          phone.onBroadcast?.(message);
          return phone.pages;
        }),
      registerSync: () =>
        gate(async () => {
          phone.counts.syncsRegistered += 1;
        }),
      isOffline: () => network.saysOffline,
      isReplaced: () => replaced,
      isDataSaver: () => device.isDataSaver(),
      connection: () => device.connection(),
      storageLeft: () => device.storageLeft(),
      fetchFile: (url, init) => gate(() => device.fetchFile(url, init)),
      origin,
      drafts: connectDrafts(timed),
      registerPeriodicSync: async () => undefined,
      notify: (title, options) =>
        gate(async () => {
          phone.notified.push({ title, ...options });
        }),
      setBadge: (count) =>
        gate(async () => {
          phone.badges.push(count);
        }),
      wipeMedia: () =>
        gate(async () => {
          phone.counts.mediaWiped += 1;
        }),
      owner,
    };
    const reportError = (error: unknown) => {
      if (!stopped) phone.reported.push(error);
    };
    const worker = createWorker(runtime, {
      claim: async () => undefined,
      skipWaiting: async () => undefined,
      reportError,
    });
    const orStopped = <T>(work: Promise<T>): Promise<T> => Promise.race([work, stopping]);
    const own: Running = {
      isStopped: () => stopped,
      replace() {
        replaced = true;
      },
      held: new Set(),
      stop() {
        stopped = true;
        locks.releaseAll(owner);
        rejectStopped();
      },
      worker: {
        fetch(request, waitUntil) {
          const answer = worker.fetch(request, waitUntil);
          return answer && orStopped(answer);
        },
        message: (data, reply, waitUntil) => orStopped(worker.message(data, reply, waitUntil)),
        sync: (waitUntil) => orStopped(worker.sync(waitUntil)),
        push: (data, waitUntil) => orStopped(worker.push(data, waitUntil)),
        periodicSync: (waitUntil) => orStopped(worker.periodicSync(waitUntil)),
      },
    };
    return own;
  }

  function awake(): { worker: Worker; hold: (work: Promise<unknown>) => void } {
    if (running === null || running.isStopped()) running = start();
    const own = running;
    const hold = (work: Promise<unknown>) => {
      own.held.add(work);
      const over = () => own.held.delete(work);
      work.then(over, over);
    };
    return { worker: own.worker, hold };
  }

  const phone: FakePhone = {
    clock,
    locks,
    server,
    copy: connectCopy(),
    outbox: connectOutbox(),
    drafts: connectDrafts(),
    device,
    storage,
    broadcasts: [],
    reported: [],
    counts: { mediaWiped: 0, syncsRegistered: 0 },
    badges: [],
    notified: [],
    network,
    pages: 0,
    onBroadcast: null,
    async fetch(path, init) {
      const { worker, hold } = awake();
      const answer = worker.fetch(new Request(`${origin}${path}`, init), hold);
      if (answer === null) throw new Error(`The worker has no part in ${path}`);
      return answer;
    },
    async say(message) {
      const { worker, hold } = awake();
      const replies: WorkerReply[] = [];
      await worker.message(structuredClone(message), (reply) => replies.push(reply), hold);
      const [reply] = replies;
      if (reply === undefined) throw new Error(`No reply to ${message.type}`);
      return reply;
    },
    async sync() {
      const { worker, hold } = awake();
      await worker.sync(hold);
    },
    async push(data) {
      const { worker, hold } = awake();
      await worker.push(data, hold);
    },
    async periodicSync() {
      const { worker, hold } = awake();
      await worker.periodicSync(hold);
    },
    stop() {
      running?.stop();
      running = null;
    },
    takeOver() {
      const before = running;
      before?.replace();
      running = null;
      return () => before?.stop();
    },
    isRunning: () => running !== null && !running.isStopped(),
    isBusy: () => running !== null && running.held.size > 0,
  };
  return phone;
}

interface Acting {
  method: string;
  path: string;
  ifMatch: string | null;
  body: unknown;
  /** Hold requested by the page, in ms. */
  holdMs?: number | undefined;
}

/** Acts as a page does, through API requests. */
export function pageOf(phone: FakePhone, session: BrandSession) {
  const headers = { Authorization: `Bearer ${session.accessToken}` };
  return {
    /** Sends the worker the session and the page's state, as on startup. */
    async open(): Promise<void> {
      await phone.say({ type: 'session', session });
      await phone.say({ type: 'page-state', visible: true, reason: 'start' });
    },
    beat: () => phone.say({ type: 'page-state', visible: true, reason: 'beat' }),
    async read(path: string, extra: Record<string, string> = {}) {
      const response = await phone.fetch(path, { headers: { ...headers, ...extra } });
      const body: unknown = await response.json();
      return { status: response.status, body, storedAt: response.headers.get(storedAtHeader) };
    },
    async write(method: 'POST' | 'PUT', path: string, body: unknown) {
      const json = { ...headers, 'Content-Type': 'application/json' };
      const response = await phone.fetch(path, { method, headers: json, body: JSON.stringify(body) });
      return { status: response.status };
    },
    async offer(id: string): Promise<Offer> {
      const response = await phone.fetch(pathOf(getOffer, { id }), { headers });
      return (await response.json()) as Offer;
    },
    /** Logs a brand in and sends the worker the session, as a page does. */
    async logIn(brandId = session.brandId): Promise<BrandSession> {
      const response = await phone.fetch(pathOf(login), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `${brandId}@afield.test`, password: 'any' }),
      });
      const answered = (await response.json()) as BrandSession;
      await phone.say({ type: 'session', session: answered });
      return answered;
    },
    /** Makes a request that the worker may queue. */
    async act({ method, path, ifMatch, body, holdMs }: Acting, actionId: string) {
      const conditions = { 'Idempotency-Key': actionId, ...(ifMatch === null ? {} : { 'If-Match': `"${ifMatch}"` }) };
      const response = await phone.fetch(path, {
        method,
        headers: {
          ...headers,
          ...{ 'Content-Type': 'application/json', ...conditions },
          ...(holdMs === undefined ? {} : { [holdHeader]: String(holdMs) }),
        },
        body: JSON.stringify(body),
      });
      // A Response.error() has no body.
      const answered: unknown = response.type === 'error' ? null : await response.json();
      return { status: response.status, body: answered };
    },
    decide(offer: Offer, actionId: string, kind: 'approve' | 'reject' = 'approve', holdMs?: number) {
      const { method, path } = kind === 'approve' ? acceptEvidence : rejectEvidence;
      const changes = { requestedChanges: [{ templateName: 'START_OVER', variables: {} }] };
      const ifMatch = offer.currentStage.fulfillment?.id ?? '';
      const body = kind === 'approve' ? {} : changes;
      return this.act({ method, path: pathOf({ path }, { id: offer.id }), ifMatch, body, holdMs }, actionId);
    },
  };
}

let made = 0;
/** Makes a new key for an action. */
export function aKey(): string {
  made += 1;
  return `01J${String(made).padStart(23, '0')}`;
}
