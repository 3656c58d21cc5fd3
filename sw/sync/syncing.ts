import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { limits } from '#domain/shared/limits.ts';
import { writeCopy } from '#sw/copy/copy-write.ts';
import { putSync, readSync, syncOf } from '#sw/copy/sync-row.ts';
import type { Reading, WriteGuard } from '#sw/database/write-guard.ts';
import { NetworkFailure } from '#sw/network/network.ts';
import type { Reads } from '#sw/network/reads.ts';
import type { Sessions } from '#sw/network/session.ts';
import type { Receipts } from '#sw/queue/receipts.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import type { Room } from '#sw/storage/room.ts';
import { createSyncDown, type SyncDown } from './sync-down.ts';

const everyMs = 60_000;
/** Delays after the first failures in a row; after more of them, the usual interval spares a server in trouble. */
const failedWaitsMs = [15_000, 30_000];
/** Same interval as the page's own check for the approval. */
const keptOutEveryMs = limits.gatePollMs;

export interface Syncing {
  /** Syncs the copy of the brand that is logged in. */
  run(options?: { force?: boolean }): Promise<void>;
  /** Like `run`, but does nothing if the last sync was within a minute, or within 15 s for a brand without access. */
  runIfDue(): Promise<void>;
  isRunning(): boolean;
  /** Result of this brand's last sync in this run of the worker; null before the first. */
  lastOf(brandId: string): LastSync | null;
}

type LastSync = 'done' | 'failed' | 'kept-out';

const outcomes = { done: 'done', offline: 'failed', 'kept-out': 'kept-out' } as const;

interface Deps extends Pick<Runtime, 'copy' | 'now' | 'isDataSaver'> {
  diskSpace: Pick<Room, 'noteStored'>;
  guard: WriteGuard;
  sessions: Sessions;
  reads: Reads;
  receipts: Receipts;
  /** Resolves once the copy contains only this brand's data. */
  ready(brandId: string): Promise<void>;
  /** Removes other brands' records from the copy, and marks it as this brand's. */
  takeCopy(brandId: string): Promise<void>;
  changed(kinds: ReadonlySet<ChangedKind>): Promise<void>;
  /** Called when a sync has brought the copy up to date. */
  onDone(): void;
  onChange(): void;
  reportError(error: unknown): void;
}

/** Decides when to sync the copy, and for which brand. */
export function createSyncing(deps: Deps): Syncing {
  const { copy, guard, now, sessions } = deps;
  const ofBrand = new Map<string, SyncDown>();
  const lastOf = new Map<string, LastSync>();
  const schedule = createSchedule(now);
  let running = 0;

  /** Returns the brand's own instance, since a sync requested for one brand must never run with another's session. */
  function syncDownOf(brandId: string): SyncDown {
    const known = ofBrand.get(brandId);
    if (known) return known;
    const made = syncDownFor(brandId, deps);
    ofBrand.set(brandId, made);
    return made;
  }

  function noteOutcome(brandId: string, outcome: LastSync): void {
    lastOf.set(brandId, outcome);
    schedule.noteOutcome(outcome);
  }

  /** Stores failures and refusals, too: a restarted worker must not treat a copy that no sync could reach as up to date. */
  async function note(brandId: string, reading: Reading, outcome: LastSync): Promise<void> {
    noteOutcome(brandId, outcome);
    const before = await readSync(copy, brandId);
    const failedAt = outcome === 'failed' ? now() : null;
    const keptOutAt = outcome === 'kept-out' ? now() : null;
    const isNew = (a: number | null, b: number | null) => (a === null) !== (b === null);
    if (!isNew(before.failedAt, failedAt) && !isNew(before.keptOutAt, keptOutAt)) return;
    await writeCopy({ copy, guard, brandId, storedAt: now(), reading }, async (write) => {
      await putSync(write, { ...(await syncOf(write)), failedAt, keptOutAt });
    });
  }

  async function run(options?: { force?: boolean }): Promise<void> {
    const row = await sessions.read();
    if (row === null || row.expired) return;
    running += 1;
    schedule.begin();
    deps.onChange();
    const { brandId } = row.session;
    const attempt = async () => {
      const reading = guard.begin();
      await deps.ready(brandId);
      await deps.receipts.ready(brandId);
      return { reading, result: await syncDownOf(brandId).run(brandId, options) };
    };
    try {
      let { reading, result } = await attempt();
      // The brand's data was cleared in the meantime, or an older worker had claimed the copy for the previous brand.
      if (result === 'superseded' && (await sessions.read())?.session.brandId === brandId) {
        await deps.takeCopy(brandId);
        ({ reading, result } = await attempt());
      }
      if (result === 'done') deps.diskSpace.noteStored();
      // A sync that stored nothing must not delay the next one.
      if (result === 'superseded') schedule.forget();
      else await note(brandId, reading, outcomes[result]);
      if (result === 'done') deps.onDone();
    } catch (error) {
      noteOutcome(brandId, 'failed');
      deps.reportError(error);
    } finally {
      running -= 1;
      deps.onChange();
    }
  }

  return {
    run,
    async runIfDue() {
      if (schedule.isDue()) await run();
    },
    isRunning: () => running > 0,
    lastOf: (brandId) => lastOf.get(brandId) ?? null,
  };
}

function syncDownFor(brandId: string, deps: Deps): SyncDown {
  const { copy, guard, now, isDataSaver, sessions, reads } = deps;
  return createSyncDown({
    copy,
    guard,
    now,
    isDataSaver,
    async request(path, isOptional) {
      const row = await sessions.read();
      if (row?.session.brandId !== brandId) throw new NetworkFailure('No session of this brand');
      return reads.get(row.session, { path, timeoutMs: limits.requestTimeoutMs, isOptional });
    },
    changed: (kinds) => void deps.changed(kinds).catch(deps.reportError),
  });
}

/** The time of the next sync, which follows from the last one's outcome. */
function createSchedule(now: () => number) {
  let ranAt = Number.NEGATIVE_INFINITY;
  let nextInMs = everyMs;
  let failures = 0;
  return {
    begin() {
      ranAt = now();
    },
    /** Ignores the last sync, so the next one is due now. */
    forget() {
      ranAt = Number.NEGATIVE_INFINITY;
    },
    noteOutcome(outcome: LastSync) {
      failures = outcome === 'failed' ? failures + 1 : 0;
      const usualMs = outcome === 'kept-out' ? keptOutEveryMs : everyMs;
      nextInMs = outcome === 'failed' ? (failedWaitsMs[failures - 1] ?? everyMs) : usualMs;
    },
    isDue: () => now() - ranAt >= nextInMs || now() < ranAt,
  };
}
