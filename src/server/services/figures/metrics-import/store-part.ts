import type { Figures } from '#domain/figures/analytics.ts';
import { dayOf } from '#domain/time/period.ts';
import type { BrandWriter } from '#server/database/brand-scope.ts';
import { claimPosts } from '#server/services/posts/registry/claim.ts';
import { type NewFigure, storeFigures } from '../figures.ts';
import { backdatePosts } from '../rollups/backdate.ts';
import { collectChanges } from '../rollups/changes.ts';
import { compareDays } from './compare-days.ts';
import { type FirstOf, firstOf } from './first-of.ts';
import { checkAccounts } from './posts/check-accounts.ts';
import { type KnownPost, loadKnownPosts } from './posts/known-posts.ts';
import { missingRowsCreator } from './posts/missing-rows.ts';
import { olderPosts } from './posts/older-posts.ts';
import { postKeys } from './posts/post-keys.ts';
import { groupByPost, type PostMetrics } from './posts/post-metrics.ts';
import { endedOffer, refusedRows } from './posts/refused-rows.ts';
import type { ImportReport, RefusedRow, Warning } from './report.ts';
import { inBatches } from './rows/batches.ts';
import { type Metric, postKeyOf } from './rows/read-metrics.ts';
import { readStoredFigures } from './stored-figures.ts';

type Done = Pick<ImportReport, 'made' | 'figures' | 'backdatedPosts' | 'repeated'> & {
  warnings: FirstOf<Warning>;
  refused: FirstOf<RefusedRow>;
};

/** Stores a file's parts in sequence and accumulates their results. */
interface Storing {
  store(metrics: readonly Metric[]): Promise<void>;
  /** Updates the rollups. Call it after the last part. @returns notes about many rows at once */
  end(): Promise<string[]>;
  readonly done: Done;
}

interface Options {
  /** The campaign's first day (UTC). */
  firstDay: string;
  rowsAtOnce: number;
  /** Maximum number of warnings listed. */
  listed: number;
  /** True to create missing creators and offers. */
  makesAll: boolean;
  /** The part of a file that has only one; otherwise null. */
  only: readonly Metric[] | null;
}

/** Prepares to store figures of a campaign's posts. Known posts are remembered across parts. */
export async function createFigureStore(
  writer: BrandWriter,
  campaignId: string,
  now: Date,
  { firstDay, rowsAtOnce, listed, only, makesAll }: Options,
): Promise<Storing> {
  const linkKeys = only?.map(({ link }) => postKeyOf(link)) ?? [];
  const keys = only && new Set(linkKeys.map(await postKeys(writer.db, linkKeys, rowsAtOnce)));
  const known = await loadKnownPosts(writer, campaignId, { rowsAtOnce, only: keys });
  const rollups = await collectChanges(writer);
  const makeMissing = missingRowsCreator({ writer, campaignId, now, rowsAtOnce, makesAll });
  const older = olderPosts(writer, firstDay, rowsAtOnce);
  const done: Done = {
    made: { creators: 0, offers: 0, posts: 0 },
    figures: { new: 0, corrected: 0, unchanged: 0 },
    ...{ backdatedPosts: 0, repeated: 0, warnings: firstOf(listed), refused: firstOf(listed) },
  };
  /** Registers short links for known posts that have been found by their own link. */
  const nameAliases = async (groups: readonly PostMetrics[], found: ReadonlyMap<string, KnownPost>) => {
    const claims = groups.flatMap(({ key, link, aliases }) => {
      const post = found.get(key);
      return post === undefined || aliases.length === 0
        ? []
        : [{ offerId: post.offerId, links: [link, ...aliases] as const }];
    });
    await inBatches(claims, rowsAtOnce, (batch) => claimPosts(writer, batch, now));
  };
  const store = async (part: readonly Metric[]) => {
    const metrics = await checkAccounts(writer, part, (row) => done.refused.add(row));
    const keyOf = await postKeys(
      writer.db,
      metrics.map(({ link }) => postKeyOf(link)),
      rowsAtOnce,
    );
    const groups = groupByPost(metrics, keyOf, (warning) => {
      done.repeated += 1;
      done.warnings.add(warning);
    });
    const found = await known.find(groups.map(({ key }) => key));
    const wanted = groups.flatMap(({ key, days }) => {
      const post = found.get(key);
      return post === undefined ? [] : days.map(({ day }) => ({ id: post.id, day }));
    });
    const stored = await readStoredFigures(writer, wanted, rowsAtOnce);
    const missing = groups.filter(({ key }) => !found.has(key));
    const { made, posts, refused } = await makeMissing(missing);
    done.refused.add(...refused);
    await nameAliases(groups, found);
    for (const name of ['creators', 'offers', 'posts'] as const) done.made[name] += made[name];

    const changed: NewFigure[] = [];
    const moved: { id: string; postedAt: Date }[] = [];
    const other = new Map(posts);
    for (const group of groups) {
      const post = found.get(group.key) ?? posts.get(group.key);
      if (post === undefined) continue;
      if (post.hasEnded) {
        done.refused.add(...refusedRows(group, endedOffer));
        continue;
      }
      const days = compareDays(group, stored.get(post.id) ?? new Map());
      done.figures.new += days.new.length;
      done.figures.corrected += days.corrected.length;
      done.figures.unchanged += days.unchanged.length;
      done.repeated += days.repeated.length;
      done.warnings.add(...days.repeated.map(replacedLine), ...days.falls, ...otherNames(group, post));
      const asIs = [...days.new, ...days.corrected, ...days.repeated];
      changed.push(...asIs.map(({ day, counts }) => newFigure(post.id, day, counts)));
      for (const { postedAt } of [group, post]) older.add({ id: post.id, postedAt });
      if (dayOf(group.postedAt) < dayOf(post.postedAt)) {
        moved.push({ id: post.id, postedAt: group.postedAt });
        if (!post.isMade && !post.isBackdated) done.backdatedPosts += 1;
        other.set(group.key, { ...post, postedAt: group.postedAt, isBackdated: true });
      }
    }
    await inBatches(changed, rowsAtOnce, (batch) => storeFigures(writer, batch, now, { rowsAtOnce, rollups }));
    // A post can't be newer than its figures.
    await inBatches(moved, rowsAtOnce, (batch) => backdatePosts(writer, batch, now, rollups));
    await known.put(other);
  };
  const end = async () => {
    await rollups.addAll();
    return older.notes();
  };
  return { store, end, done };
}

const newFigure = (postId: string, day: string, counts: Figures): NewFigure => ({ postId, day, ...counts });

/** Used for a row of an earlier part, whose line number isn't known anymore. */
const replacedLine = ({ line }: Metric): Warning => ({
  line,
  message: 'This line replaces an earlier one with the same post and day.',
});

/** Warns if a post's rows have another username. The post keeps its first one. */
function otherNames({ days }: PostMetrics, { username }: KnownPost): Warning[] {
  const other = days.find((day) => day.username.toLowerCase() !== username.toLowerCase());
  if (other === undefined) return [];
  const names = `${JSON.stringify(username)}, here ${JSON.stringify(other.username)}`;
  return [{ line: other.line, message: `The creator of this post is ${names}. The first username was kept.` }];
}
