import { getBrand } from '#contract/brand/brand.ts';
import { type Changes, getChanges } from '#contract/calls/changes.ts';
import { pathOf } from '#contract/wire/endpoint.ts';
import type { ChangedKind } from '#contract/worker/worker-message.ts';
import { deleteOldResponses } from '#sw/copy/answers/stored-answers.ts';
import { applyChanges, pruneToCompleteCopy } from '#sw/copy/apply-changes.ts';
import type { CopyWrite } from '#sw/copy/copy-write.ts';
import { putSync, readSync, syncOf } from '#sw/copy/sync-row.ts';
import type { SyncRow } from '#sw/database/schema.ts';
import { checkTotals } from './sync-down-check.ts';
import { fetchAndStore, fetchCall, type SyncRun, SyncStopped } from './sync-down-steps.ts';

/** Attempts at a page whose records changed between the request and its response. */
const pageTries = 3;

/** Ids received so far while the copy is rebuilt from scratch. */
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
  /** Set while a complete copy is rebuilt: records whose ids are missing at the end were removed. */
  filling: Filling | null;
}

/**
 * Syncs the copy page by page from the changes feed.
 * @returns 'missing' if the server has no feed
 * @throws {SyncStopped}
 */
export async function followFeed(run: SyncRun): Promise<'done' | 'missing'> {
  let position = await positionOf(run);
  // Kinds are collected until the copy is complete. Until then, lists are fetched from the network, and pages need no
  // notification.
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
      // The cursor of a restarted fill has expired, too: stop, or the fill would never end.
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
  // A first fill resumes from its cursor; one that must detect removals starts over.
  return { cursor, filling: complete && cursor === null ? emptyCopy() : null };
}

type Stored = Pick<Changes, 'more' | 'cursor' | 'totals'> & { passedOver: boolean; kinds: Set<ChangedKind> };
/**
 * `foreign`: the response doesn't match the contract, and may come from a portal. `overtaken`: during an update, another worker
 * has moved the copy to a different cursor.
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
      if (!changes.more && filling) await pruneToCompleteCopy(write, filling);
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
 * True if the copy may show a write that the server has lost: there was a failover since the last page, and the copy has a
 * response that no page has confirmed. The cursor doesn't cover that response, so it stays valid.
 */
const mayHaveLost = ({ timeline, answeredAt }: SyncRow, page: Changes): boolean =>
  answeredAt !== null && timeline !== null && page.timeline !== undefined && page.timeline !== timeline;

interface Arrived {
  now: number;
  /** Time at which the page was requested, ms. */
  askedAt: number;
  startsOver: boolean;
}

/** Records how far the page has synced the copy, in the transaction that stores it. */
async function putPosition(write: CopyWrite, page: Changes, { now, askedAt, startsOver }: Arrived): Promise<void> {
  const before = await syncOf(write);
  const timeline = page.timeline ?? before.timeline;
  if (page.more) {
    // Only this run has the ids received so far, so a later run has to start over.
    await putSync(write, { ...before, cursor: startsOver ? null : page.cursor, timeline, feedMissingAt: null });
    return;
  }
  // The server read this page after sending the earlier responses.
  const answeredAt = before.answeredAt !== null && before.answeredAt <= askedAt ? null : before.answeredAt;
  // Figures evicted for lack of space return when the copy is rebuilt, not with later changes.
  const hasFigures = startsOver || !before.complete || before.hasFigures;
  const figuresDroppedAt = hasFigures ? null : before.figuresDroppedAt;
  const ended = { syncedAt: now, feedMissingAt: null, failedAt: null, keptOutAt: null };
  const position = { cursor: page.cursor, timeline, answeredAt };
  await putSync(write, { ...position, complete: true, hasFigures, figuresDroppedAt, ...ended });
  await deleteOldResponses(write, { all: true });
}
