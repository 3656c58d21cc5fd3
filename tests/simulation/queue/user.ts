import type { BrandSession } from '../../../src/contract/auth.ts';
import type { Offer } from '../../../src/contract/offer.ts';
import type { SyncStatus } from '../../../src/contract/sync-status.ts';
import type { WorkerMessage } from '../../../src/contract/worker-message.ts';
import { ulid } from '../../../src/domain/ulid.ts';
import { readActions } from '../../../src/offline/outbox.ts';
import type { HistoryRecorder } from '../../support/history/recorder.ts';
import { type FakePhone, pageOf } from '../../support/worker/fake-phone.ts';
import type { Random } from './random.ts';

const beatMs = { urgent: 2000, calm: 20_000 };
/** How long a page waits for the worker's reply. */
const tellMs = 5000;
const repeatMs = [1000, 2000];

interface Deps {
  phone: FakePhone;
  random: Random;
  history: HistoryRecorder;
  /** The brand's own. */
  offers: readonly [string, ...string[]];
}

/** A brand at an open page: what it does, and what it is told. */
export interface User {
  /** Decides on any offer as the phone shows it. */
  decide(): Promise<void>;
  undo(): Promise<void>;
  /** Deals with a decision that needs attention. */
  attend(): Promise<void>;
  hear(message: WorkerMessage): void;
  /** Puts the phone away: what the page was doing ends. */
  close(): void;
}

/** Opens a page, which beats until it is closed. */
export function openPage({ phone, random, history, offers }: Deps, session: BrandSession): User {
  let current = session;
  let isOpen = true;
  let status: SyncStatus | null = null;
  const undone = new Set<string>();
  const wake = new AbortController();
  let resting = new AbortController();
  const page = () => pageOf(phone, current);
  const record: HistoryRecorder['record'] = (event) => {
    if (isOpen) history.record(event);
  };
  const unsent = () => status?.actions.filter(({ state }) => state !== 'attention') ?? [];
  const refused = () => status?.actions.filter(({ state }) => state === 'attention') ?? [];

  async function say(message: Parameters<FakePhone['say']>[0]) {
    const reply = await phone.say(message).catch(() => null);
    if (reply?.ok && reply.status) setStatus(reply.status);
    return reply;
  }

  const isUrgent = () => status !== null && (!status.online || unsent().length > 0);

  async function beat(): Promise<void> {
    await say({ type: 'session', session: current });
    await say({ type: 'page-state', visible: true, reason: 'start' });
    while (isOpen) {
      const wasUrgent = isUrgent();
      resting = new AbortController();
      await phone.clock.wait(wasUrgent ? beatMs.urgent : beatMs.calm, resting.signal);
      if (!isOpen) return;
      if (wasUrgent !== isUrgent()) continue;
      const told = say({ type: 'page-state', visible: true, reason: 'beat' });
      await Promise.race([told, phone.clock.wait(tellMs)]);
    }
  }

  function setStatus(next: SyncStatus): void {
    const wasUrgent = isUrgent();
    const known = new Set(refused().map(({ actionId }) => actionId));
    status = next;
    // Also what was parked while nobody looked.
    for (const { actionId } of refused()) if (!known.has(actionId)) record({ kind: 'parked', actionId });
    if (wasUrgent !== isUrgent()) resting.abort();
  }

  /** As the page's transport: a call that nobody answered is made again with its key. */
  async function send(offer: Offer, actionId: string, kind: 'approve' | 'reject'): Promise<number> {
    for (let tries = 0; ; tries += 1) {
      const answer = await page()
        .decide(offer, actionId, kind)
        .catch(() => null);
      if (answer !== null && answer.status > 0) return answer.status;
      const waitMs = repeatMs[tries];
      if (waitMs === undefined || !isOpen) return 0;
      await phone.clock.wait(waitMs, wake.signal);
      if (!isOpen) return 0;
    }
  }

  /** A wish whose answer was lost with the worker: it is looked up what became of it. */
  async function isGone(actionId: string): Promise<boolean> {
    const waiting = await readActions(phone.outbox, session.brandId);
    const receipt = await phone.outbox.run((database) => database.get('receipts', actionId));
    return receipt === undefined && waiting.every((action) => action.actionId !== actionId);
  }

  async function takeBack(type: 'undo' | 'discard', actionId: string): Promise<void> {
    const reply = await say({ type, actionId });
    if (reply?.ok) record({ kind: 'undone', actionId });
    // Also with the page gone: nobody was told anything else.
    else if (await isGone(actionId)) history.record({ kind: 'undone', actionId });
  }

  void beat();

  return {
    async decide() {
      const offerId = random.pick(offers);
      const offer = await page()
        .offer(offerId)
        .catch(() => null);
      const fulfillmentId = offer?.currentStage?.fulfillment?.id;
      if (!isOpen || offer === null || fulfillmentId === undefined) return;
      if (offer.currentStage.type !== 'AWAITING_EVIDENCE_CLEARANCE') return;
      // The screens take no second decision while one waits; another tab may.
      if (offer.pendingAction !== undefined && random.chance(0.8)) return;
      const kind = random.pick(['approve', 'reject'] as const);
      const bytes = Uint8Array.from({ length: 16 }, () => random.below(32));
      const actionId = ulid(phone.clock.now(), bytes);
      record({ kind: 'invoke', actionId, offerId, fulfillmentId, decision: kind });
      const status = await send(offer, actionId, kind);
      // Taken back meanwhile: that was the later word.
      if (status === 202 && !undone.has(actionId)) record({ kind: 'saved', actionId });
      else if (status === 200) record({ kind: 'sent', actionId });
      else if (status >= 400 && status < 500 && status !== 401) record({ kind: 'parked', actionId });
    },
    async undo() {
      const waiting = unsent();
      const action = waiting[random.below(waiting.length)];
      if (action) await takeBack('undo', action.actionId);
    },
    async attend() {
      const [action] = refused();
      if (action === undefined) return;
      const { actionId, offerId, offerSeen, kind } = action;
      if (random.chance(0.5)) return takeBack('discard', actionId);
      const fulfillmentId = offerSeen?.currentStage.fulfillment?.id ?? '';
      record({ kind: 'invoke', actionId, offerId, fulfillmentId, decision: kind === 'approve' ? 'approve' : 'reject' });
      const retry = { type: 'retry', actionId } as const;
      // With no answer it is pressed again.
      const reply = (await say(retry)) ?? (isOpen ? await say(retry) : null);
      if (reply?.ok) record({ kind: 'saved', actionId });
    },
    hear(message) {
      if (message.type === 'sync-status') setStatus(message.status);
      if (message.type === 'session-refreshed') current = message.session;
      // What another brand had on its way may end after its page is gone: nobody looks at it any more.
      if (message.type !== 'action-settled' || !offers.includes(message.offerId)) return;
      const words = { sent: 'sent', attention: 'parked', undone: 'undone', discarded: 'undone' } as const;
      const { outcome, actionId } = message;
      if (outcome === 'undone' || outcome === 'discarded') undone.add(actionId);
      record({ kind: words[outcome], actionId });
    },
    close() {
      isOpen = false;
      wake.abort();
      resting.abort();
    },
  };
}
