import { setMaxListeners } from 'node:events';
import * as v from 'valibot';
import { type Campaign, getCampaign, listCampaigns } from '#contract/brand/campaign.ts';
import { getOffer, listOffers, type Offer } from '#contract/brand/offer.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import type { SyncStatus } from '#contract/worker/sync-status.ts';
import type { PageMessage, WorkerMessage, WorkerReply } from '#contract/worker/worker-message.ts';
import { pairIdOf } from '#domain/accounts/session-pair.ts';
import { createBeat } from '#features/sync/beat.ts';
import { callFor } from '#sw/queue/records.ts';
import { type FakePhone, pageOf } from '#tests/support/worker/fake-phone.ts';
import type { LocalSession } from '#tests/support/worker/local-session.ts';
import type { IntentRequest } from './kinds.ts';
import { createPageRefresh } from './page-refresh.ts';

/** Timeouts of a worker's reply in ms: in general, and to a beat. */
const replyWaitMs = { usual: 5000, beat: 1000 };
const repeatMs = [1000, 2000];

export interface Page {
  readonly brandId: string;
  isOpen(): boolean;
  isVisible(): boolean;
  /** The worker's last status. */
  status(): SyncStatus | null;
  /**
   * Reads a record through the worker; null if none arrived. `isFresh`: it was returned as the server's current state.
   * Reads of one page run one after the other.
   */
  read(about: RecordRef, noCache?: boolean): Promise<{ record: BrandRecord; isFresh: boolean } | null>;
  /** All offers as a list shows them; null if none arrived. */
  list(): Promise<Offer[] | null>;
  /** All campaigns of a status; null if none arrived. */
  campaigns(status: Campaign['status']): Promise<Campaign[] | null>;
  /** Sends an intent, and repeats it if there is no response. Returns the status; 0 without a response. */
  act(request: IntentRequest, actionId: string): Promise<number>;
  /** Sends a message; null if the worker doesn't reply in time. */
  say(message: PageMessage): Promise<WorkerReply | null>;
  receive(message: WorkerMessage): void;
  /** Calls the listener when records of a type change; returns a function that stops it. */
  onChanged(type: BrandRecord['type'], listener: () => void): () => void;
  setVisible(isVisible: boolean): void;
  /** Reports that the user has returned to the page. */
  wake(): void;
  /** Waits, but no longer than the page is open. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Closes the page, which ends all its pending calls. */
  close(): void;
}

/** True for a record of the contract; a portal may respond with JSON, too. */
const isRecord = (body: unknown) => v.is(getOffer.answer, body) || v.is(getCampaign.answer, body);

interface PageOptions {
  /** The brand's session in local storage. */
  local: LocalSession;
  /** True if the page refreshes a refused token itself. */
  refreshes: boolean;
  /** True if another tab has logged out or logged another brand in, so this page is about to leave. */
  isOfAnother(): boolean;
  onStatus(status: SyncStatus): void;
}

/** Opens a page that introduces itself and sends beats like the app's, until it is closed. */
export function openPage(phone: FakePhone, { local, refreshes, isOfAnother, onStatus }: PageOptions): Page {
  const { clock } = phone;
  const { brandId } = local.read().session;
  let isOpen = true;
  let isVisible = true;
  let status: SyncStatus | null = null;
  let lastRead: Promise<unknown> = Promise.resolve();
  const gone = new AbortController();
  // Many reads may listen to the signal at once, which Node would warn about.
  setMaxListeners(0, gone.signal);
  const listeners = { offer: new Set<() => void>(), campaign: new Set<() => void>() };
  const takenBack = new Set<string>();

  let isSessionSent = false;

  const beat = createBeat({
    now: clock.now,
    setTimer(work, ms) {
      const stop = new AbortController();
      void clock.wait(ms, stop.signal).then(() => (isOpen && !stop.signal.aborted ? work() : undefined));
      return () => stop.abort();
    },
    async send() {
      const pageState = { type: 'page-state', visible: isVisible, reason: 'beat' } as const;
      await Promise.all([isSessionKnown() ? null : sendSession(replyWaitMs.beat), say(pageState, replyWaitMs.beat)]);
    },
  });
  // page-state.ts has the same rule.
  const isSessionKnown = () => isSessionSent && (status === null || isOfAnother() || status.sessionOf === brandId);
  const update = () => beat.update({ status, visible: isVisible, isSessionKnown: isSessionKnown() });

  function setStatus(next: SyncStatus): void {
    const before = status?.storage;
    status = next;
    if (isOpen) onStatus(next);
    update();
    if (isOpen && before === 'unavailable' && next.storage === 'ok') void introduce();
  }

  /** Repeated with each beat until the worker has replied, since it may have been stopped. */
  async function sendSession(ms?: number): Promise<void> {
    if (isOfAnother()) return;
    isSessionSent = (await say(local.message(), ms))?.ok === true;
    if (isOpen) update();
  }

  async function introduce(): Promise<void> {
    await sendSession();
    await say({ type: 'page-state', visible: isVisible, reason: 'start' });
  }

  async function say(message: PageMessage, ms = replyWaitMs.usual): Promise<WorkerReply | null> {
    const replied = new AbortController();
    const said = phone.say(message).catch(() => null);
    const reply = await Promise.race([said, clock.wait(ms, replied.signal).then(() => null)]);
    replied.abort();
    if (reply?.ok && reply.status) setStatus(reply.status);
    return reply;
  }

  const refresh = createPageRefresh(phone, { local, say, isOver: () => !isOpen || isOfAnother() });

  /** Makes a call, and repeats it after a refresh of its token. */
  async function called<T extends { status: number }>(call: (page: ReturnType<typeof pageOf>) => Promise<T>) {
    const { session } = local.read();
    const answer = await call(pageOf(phone, session)).catch(() => null);
    const isRefused = refreshes && answer?.status === 401;
    if (!isRefused || !(await refresh(session.accessToken))) return answer;
    return call(pageOf(phone, local.read().session)).catch(() => null);
  }

  async function readOnce(about: RecordRef, noCache: boolean) {
    const extra: Record<string, string> = noCache ? { 'Cache-Control': 'no-cache' } : {};
    const { endpoint, params, read } = callFor(about);
    const answer = await called((page) => page.read(pathOf(endpoint, params), extra));
    // To a page, a response that doesn't match the contract is an error, as without a worker.
    const record = isOpen && answer?.status === 200 ? read(answer.body) : null;
    return record && { record, isFresh: answer?.storedAt === null };
  }

  update();
  void introduce();

  return {
    brandId,
    isOpen: () => isOpen,
    isVisible: () => isOpen && isVisible,
    status: () => status,
    read(about, noCache = false) {
      const reading = lastRead.then(() => readOnce(about, noCache));
      lastRead = reading;
      return reading;
    },
    async list() {
      const answer = await called((page) => page.read(pathOf(listOffers, {}, { page: 1, pageSize: 100 })));
      return answer?.status === 200 ? (answer.body as { data: Offer[] }).data : null;
    },
    async campaigns(status) {
      const path = pathOf(listCampaigns, {}, { page: 1, pageSize: 100, campaignStatus: status });
      const answer = await called((page) => page.read(path));
      return answer?.status === 200 ? (answer.body as { data: Campaign[] }).data : null;
    },
    async act(request, actionId) {
      for (let tries = 0; ; tries += 1) {
        const answer = await called((page) => page.act(request, actionId));
        const isNone = answer?.status === 200 && !isRecord(answer.body);
        if (isNone) return 0;
        if (answer !== null && answer.status > 0) return answer.status;
        const waitMs = repeatMs[tries];
        if (!isOpen || takenBack.has(actionId)) return 0;
        if (waitMs === undefined) {
          // The intent may be queued although the worker was stopped, so a page asks for the status.
          void say({ type: 'get-status' });
          return 0;
        }
        await clock.wait(waitMs, gone.signal);
        if (!isOpen || takenBack.has(actionId)) return 0;
      }
    },
    say,
    receive(message) {
      if (!isOpen) return;
      if (message.type === 'sync-status') setStatus(message.status);
      if (message.type === 'action-settled' && ['undone', 'discarded'].includes(message.outcome)) {
        takenBack.add(message.actionId);
      }
      local.receive(message);
      if (message.type === 'session-request') void sendSession();
      // listen-to-worker.ts has the same rule.
      const isOfBrand = message.type === 'session-expired' && message.brandId === brandId;
      if (isOfBrand && !message.pairs?.includes(pairIdOf(local.read().session))) void sendSession();
      if (message.type !== 'data-changed') return;
      if (message.kinds.includes('offers')) for (const notify of listeners.offer) notify();
      if (message.kinds.includes('campaigns')) for (const notify of listeners.campaign) notify();
    },
    onChanged(type, listener) {
      listeners[type].add(listener);
      return () => listeners[type].delete(listener);
    },
    setVisible(next) {
      if (next === isVisible) return;
      isVisible = next;
      void say({ type: 'page-state', visible: next, reason: next ? 'visible' : 'hidden' });
      beat.hurry();
      update();
    },
    wake() {
      if (!isVisible) return;
      void say({ type: 'page-state', visible: true, reason: 'visible' });
      beat.hurry();
    },
    async wait(ms, signal) {
      const over = new AbortController();
      const end = () => over.abort();
      gone.signal.addEventListener('abort', end);
      signal?.addEventListener('abort', end);
      if (gone.signal.aborted || signal?.aborted) end();
      await clock.wait(ms, over.signal);
      gone.signal.removeEventListener('abort', end);
      signal?.removeEventListener('abort', end);
    },
    close() {
      isOpen = false;
      gone.abort();
    },
  };
}
