import type { BrandRecord, RecordRef } from '#contract/worker/brand-record.ts';
import type { WorkerMessage } from '#contract/worker/worker-message.ts';
import { visibleActions } from '#domain/intents/visible-actions.ts';
import { ulid } from '#domain/shared/ulid.ts';
import type { Brand } from './brand.ts';
import type { SimulatedKind } from './kinds.ts';
import type { Page } from './page.ts';
import type { Random } from './random.ts';

/** A brand's user at an open page: the actions they take and the messages they get. */
export interface User {
  readonly page: Page;
  /** Opens a random record, looks at it for a while, and decides. */
  review(): Promise<void>;
  undo(): Promise<void>;
  /** Handles a decision that needs attention. */
  attend(): Promise<void>;
  receive(message: WorkerMessage): void;
}

interface Deps {
  page: Page;
  brand: Brand;
  /** The kinds of intents that this user may have. */
  kinds: readonly SimulatedKind[];
  random: Random;
  /** The phone's clock, ms since 1970. */
  now(): number;
}

/** The longest time before a decision, ms. */
const maxLookMs = 15_000;

export function userAt({ page, brand, kinds, random, now }: Deps): User {
  const undone = new Set<string>();
  const contentOf = (record: BrandRecord) => kinds.map((kind) => kind.seenIn(record)).join();
  const possible = (record: BrandRecord) => kinds.filter((kind) => kind.isPossible(record));
  const refOf = ({ type, value: { id } }: BrandRecord): RecordRef => ({ type, id });
  const record: Brand['history']['record'] = (event) => {
    if (page.isOpen()) brand.history.record(event);
  };

  async function shown(about: RecordRef): Promise<BrandRecord | null> {
    const asked = brand.versionAtServer(about.id);
    const read = await page.read(about, random.chance(0.2));
    if (read === null || !page.isOpen()) return null;
    brand.sees(read.record, { by: page, isFresh: read.isFresh, asked });
    return read.record;
  }

  /** Looks at the shown record; returns early with other content if some arrives in that time, else null. */
  async function lookAt(record: BrandRecord): Promise<BrandRecord | null> {
    const came = new AbortController();
    let other: BrandRecord | null = null;
    const { id } = record.value;
    const stop = page.onChanged(record.type, () => {
      void shown(refOf(record)).then((next) => {
        if (next === null || contentOf(next) === contentOf(record)) return;
        other = next;
        came.abort();
      });
    });
    brand.looked.add(id);
    await page.wait(random.chance(0.4) ? random.below(1000) : random.below(maxLookMs), came.signal);
    brand.looked.delete(id);
    stop();
    return other;
  }

  async function decide(seen: BrandRecord): Promise<void> {
    const [first, ...others] = possible(seen);
    if (first === undefined) return;
    const kind = random.pick([first, ...others]);
    const actionId = ulid(
      now(),
      Uint8Array.from({ length: 16 }, () => random.below(32)),
    );
    const decision = { actionId, recordId: seen.value.id, seen: kind.seenIn(seen), operation: kind.operation };
    brand.decided.set(actionId, decision);
    const asked = kind.requestOf(seen);
    // Not chosen with a random number, so that earlier seeds play the same runs.
    const holdMs = asked.path.includes('/evidence/') && brand.decided.size % 4 === 0 ? 6000 : 0;
    record({ kind: 'invoke', ...decision, brandId: brand.id, holdMs });
    const request = { ...asked, holdMs };
    let status = await page.act(request, actionId);
    // The page reports a failure; a retry of the same request has the same key.
    if (status === 0 && page.isOpen() && !undone.has(actionId) && random.chance(0.5))
      status = await page.act(request, actionId);
    const isParked = () => refused().some((action) => action.actionId === actionId);
    // An undo in the meantime takes precedence.
    if (status === 202 && !undone.has(actionId) && !isParked()) record({ kind: 'saved', actionId });
    else if (status === 200) record({ kind: 'sent', actionId });
  }

  // The app's pages filter the same way: a worker that couldn't store a login still reports the last brand's actions.
  const own = () => page.status()?.actions.filter(({ brandId }) => brandId === page.brandId) ?? [];
  const refused = () => own().filter(({ state }) => state === 'attention');
  const unsent = () => visibleActions(own()).filter(({ state }) => state !== 'attention');

  async function takeBack(type: 'undo' | 'discard', actionId: string): Promise<void> {
    const reply = await page.say({ type, actionId });
    // The action counts as undone even if the page is closed, because no later message was sent.
    if (reply?.ok || (await brand.isGone(actionId))) brand.takesBack(actionId);
    else brand.triesToTakeBack(actionId);
  }

  return {
    page,
    async review() {
      let record = await shown(brand.pick(random));
      while (record !== null && page.isOpen() && possible(record).length > 0) {
        // Screens allow no second decision while one is pending, but another tab may.
        if (record.value.pendingAction !== undefined && random.chance(0.7)) return;
        const other: BrandRecord | null = await lookAt(record);
        if (!page.isOpen() || brand.isOver) return;
        // If new content arrived at the moment of the tap, the decision is on the content that was shown.
        if (other === null || random.chance(0.25)) return decide(record);
        record = random.chance(0.7) ? other : null;
      }
    },
    async undo() {
      const waiting = unsent();
      const action = waiting[random.below(waiting.length)];
      if (action) await takeBack('undo', action.actionId);
    },
    async attend() {
      const [action] = refused();
      const decision = action && brand.decided.get(action.actionId);
      if (decision === undefined) return;
      const { actionId } = decision;
      if (random.chance(0.5)) return takeBack('discard', actionId);
      record({ kind: 'invoke', ...decision, brandId: brand.id });
      const retry = { type: 'retry', actionId } as const;
      // Without a reply the user taps again.
      const reply = (await page.say(retry)) ?? (page.isOpen() ? await page.say(retry) : null);
      if (reply?.ok) record({ kind: 'saved', actionId });
    },
    receive(message) {
      page.receive(message);
      if (message.type !== 'action-settled' || !brand.decided.has(message.actionId)) return;
      const { outcome, actionId } = message;
      if (outcome === 'sent') record({ kind: 'sent', actionId });
      if (outcome !== 'undone' && outcome !== 'discarded') return;
      undone.add(actionId);
      if (page.isOpen() && !(outcome === 'discarded' && brand.wasEnded(actionId))) brand.takesBack(actionId);
    },
  };
}
