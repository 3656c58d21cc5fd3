import { getBrand } from '#contract/brand/brand.ts';
import { type Changes, getChanges } from '#contract/calls/changes.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { forgetAnswers } from '#sw/copy/answers/stored-answers.ts';
import { applyChanges, pruneTo } from '#sw/copy/apply-changes.ts';
import type { CopyWrite } from '#sw/copy/copy-write.ts';
import { putSync, readSync, syncOf } from '#sw/copy/sync-row.ts';
import type { SyncRow } from '#sw/database/schema.ts';
import { checkTotals } from './sync-down-check.ts';
import { fetchAndStore, fetchCall, type SyncRun, SyncStopped } from './sync-down-steps.ts';

/** Tries of a page where records changed between its request and its answer. */
const pageTries = 3;

/** Ids received so far for a copy that is made again from scratch. */
const emptyCopy = () => ({
  campaigns: new Set<string>(),
  offers: new Set<string>(),
  payments: new Set<string>(),
  posts: new Set<string>(),
});
type Filling = ReturnType<typeof emptyCopy>;

function noteIds(filling: Filling, { campaigns, offers, payments, posts, removed }: Changes): void {
  for (const { id } of campaigns) filling.campaigns.add(id);
  for (const { id } of offers) filling.offers.add(id);
  for (const { id } of payments) filling.payments.add(id);
  for (const { id } of posts) filling.posts.add(id);
  for (const { kind, id } of removed) filling[`${kind}s`].delete(id);
}

interface Position {
  cursor: string | null;
  /** Set while a complete copy is made again: ids that are missing from it at the end were removed. */
  filling: Filling | null;
}

/**
 * Brings the copy up to date by the changes feed, a page at a time.
 * @returns 'missing' where the server has none
 * @throws {SyncStopped}
 */
export async function followFeed(run: SyncRun): Promise<'done' | 'missing'> {
  let position = await positionOf(run);
  // Kinds are collected until the copy is complete: until then lists come from the network, and tabs need no notification.
  const kinds = new Set<ChangedKind>();
  let tries = 1;
  let isServerThere = false;
  for (;;) {
    const page = await fetchPage(run, position);
    if (page === 'missing') return 'missing';
    if (page === 'foreign') {
      if (isServerThere) return 'missing';
      // A captive portal's page looks like the 404 page of a server without a feed; another call distinguishes them. The feed is
      // requested again afterwards, since the portal may have opened in the meantime.
      const brand = await fetchCall(run, getBrand);
      if (brand.isStored) for (const kind of brand.kinds) kinds.add(kind);
      isServerThere = true;
      continue;
    }
    if (page === 'expired') {
      // The cursor of a restarted fill expired, too: stop, or the fill would never end.
      if (position.filling !== null) throw new SyncStopped('offline');
      position = { cursor: null, filling: emptyCopy() };
      continue;
    }
    if (page === 'overtaken') {
      tries += 1;
      if (tries > pageTries) throw new SyncStopped('superseded');
      position = await positionOf(run);
      continue;
    }
    for (const kind of page.kinds) kinds.add(kind);
    const isComplete = (await readSync(run.copy, run.brandId)).complete;
    if (isComplete && kinds.size > 0) {
      run.changed(new Set(kinds));
      kinds.clear();
    }
    if (page.passedOver) {
      tries += 1;
      if (tries > pageTries) return 'done';
      continue;
    }
    tries = 1;
    if (!page.more) {
      if (page.totals) await checkTotals(run, page.totals);
      return 'done';
    }
    position = { ...position, cursor: page.cursor };
  }
}

async function positionOf({ copy, brandId }: SyncRun): Promise<Position> {
  const { complete, cursor } = await readSync(copy, brandId);
  // A first filling goes on where it was left; one that has to find out what was removed starts again.
  return { cursor, filling: complete && cursor === null ? emptyCopy() : null };
}

type Stored = Pick<Changes, 'more' | 'cursor' | 'totals'> & { passedOver: boolean; kinds: Set<ChangedKind> };
/**
 * `foreign`: not the contract's answer, which may be a portal's. `overtaken`: another worker, during an update, has brought the copy
 * elsewhere since.
 */
type Page = 'missing' | 'foreign' | 'expired' | 'overtaken' | Stored;

async function fetchPage(run: SyncRun, { cursor, filling }: Position): Promise<Page> {
  let isOvertaken = false;
  let isForked = false;
  const askedAt = run.now();
  const fetched = await fetchAndStore<Changes>(run, {
    path: pathOf(getChanges, {}, { cursor: cursor ?? undefined }),
    endpoint: getChanges,
    expected: cursor === null ? [404] : [400, 404, 410],
    startsOver: filling !== null,
    isOfFeed: true,
    store: async (write, changes) => {
      const before = await syncOf(write);
      isOvertaken = filling === null && before.cursor !== cursor;
      isForked = cursor !== null && mayHaveLost(before, changes);
      if (isOvertaken || isForked) return;
      await applyChanges(write, changes);
      if (filling) noteIds(filling, changes);
      // A skipped record is newer than this page, or older; only refetching the same page can show which.
      if (write.passedOver) return;
      if (!changes.more && filling) await pruneTo(write, filling);
      await putPosition(write, changes, { now: run.now(), askedAt, startsOver: filling !== null });
    },
  });
  if (!fetched.isStored && fetched.status === 'foreign') return 'foreign';
  if (!fetched.isStored) return fetched.status === 404 ? 'missing' : 'expired';
  if (isOvertaken) return 'overtaken';
  if (isForked) return 'expired';
  const { body, passedOver, kinds } = fetched;
  return { more: body.more, cursor: body.cursor, totals: body.totals, passedOver, kinds };
}

/**
 * True if the copy may show a write that the server has lost: a failover has come since its last page, and an answer
 * that no page has confirmed is in the copy. The cursor doesn't count that answer, so it stays valid.
 */
const mayHaveLost = ({ timeline, answeredAt }: SyncRow, page: Changes): boolean =>
  answeredAt !== null && timeline !== null && page.timeline !== undefined && page.timeline !== timeline;

interface Arrived {
  now: number;
  /** Time at which the page was requested, ms. */
  askedAt: number;
  startsOver: boolean;
}

/** Notes how far the page has brought the copy, in the transaction that stores it. */
async function putPosition(write: CopyWrite, page: Changes, { now, askedAt, startsOver }: Arrived): Promise<void> {
  const before = await syncOf(write);
  const timeline = page.timeline ?? before.timeline;
  if (page.more) {
    // Only this run has the ids received so far: a run after it has to start again.
    await putSync(write, { ...before, cursor: startsOver ? null : page.cursor, timeline, feedMissingAt: null });
    return;
  }
  // The server read this page after it had given the earlier answers.
  const answeredAt = before.answeredAt !== null && before.answeredAt <= askedAt ? null : before.answeredAt;
  // Figures that were dropped for want of room come back when the copy is made again, not with later changes.
  const hasFigures = startsOver || !before.complete || before.hasFigures;
  const figuresDroppedAt = hasFigures ? null : before.figuresDroppedAt;
  const ended = { syncedAt: now, feedMissingAt: null, failedAt: null, keptOutAt: null };
  const position = { cursor: page.cursor, timeline, answeredAt };
  await putSync(write, { ...position, complete: true, hasFigures, figuresDroppedAt, ...ended });
  await forgetAnswers(write, { all: true });
}
