import { eq } from 'drizzle-orm';
import type { Figures } from '../../../domain/analytics.ts';
import { dayOf } from '../../../domain/period.ts';
import { CommandError } from '../../command-error.ts';
import { type BrandWriter, writeBrand } from '../../database/brand-scope.ts';
import type { Database } from '../../database/database.ts';
import { brands, campaigns } from '../../database/tables.ts';
import { type NewFigure, storeFigures } from '../figures.ts';
import { backdatePosts } from '../rollups/backdate.ts';
import { inBatches } from './batches.ts';
import { compareDays } from './compare-days.ts';
import { makeMissing } from './missing-rows.ts';
import { groupByPost, type PostMetrics } from './post-metrics.ts';
import { type ReadMetrics, readMetrics } from './read-metrics.ts';
import { changesAnything, type ImportReport, type Warning } from './report.ts';
import { type KnownPost, readKnownPosts, readStoredFigures } from './stored-posts.ts';

interface ImportRequest {
  campaignId: string;
  /** Finds out what would be done, and undoes it. */
  dryRun: boolean;
}

/** Takes the transaction back: it is a dry run, or there was nothing to change. */
class Undone extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super('Undone');
    this.report = report;
  }
}

/**
 * Reads daily cumulative figures of a campaign's posts from a CSV file and stores them, in one transaction, with the
 * creators, offers and posts that are missing. What is stored already stays as it is, revision and all.
 * @throws {CommandError} for an unknown campaign, and a file that is no metrics file; nothing has changed then
 */
export async function importMetrics(
  { db, now }: { db: Database; now(): Date },
  { campaignId, dryRun }: ImportRequest,
  file: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const campaign = await findCampaign(db, campaignId);
  const at = now();
  const read = await readMetrics(file, dayOf(at));
  try {
    return await writeBrand({ db, brandId: campaign.brandId }, async (writer) => {
      const outcome = await store(writer, campaignId, read, at);
      const { campaignName, brandName, platforms } = campaign;
      const report: ImportReport = {
        ...{ campaignId, campaignName, brandName, dryRun, rows: read.rows, repeated: read.repeated },
        ...outcome,
        refused: read.refused,
        warnings: [...read.warnings, ...outcome.warnings].sort((a, b) => a.line - b.line),
        notes: [...read.notes, ...otherPlatforms(read, platforms)],
      };
      if (dryRun || !changesAnything(report)) throw new Undone(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Undone) return error.report;
    throw error;
  }
}

async function findCampaign(db: Database, campaignId: string) {
  const [found] = await db
    .select({
      brandId: campaigns.brandId,
      campaignName: campaigns.name,
      platforms: campaigns.platforms,
      brandName: brands.name,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(eq(campaigns.id, campaignId));
  if (found === undefined) {
    throw new CommandError(`There is no campaign ${campaignId}. Expected the id that its page has in the address.`);
  }
  return found;
}

function otherPlatforms({ metrics }: ReadMetrics, platforms: readonly string[]): string[] {
  const others = new Set(metrics.map(({ link }) => link.platform).filter((platform) => !platforms.includes(platform)));
  return [...others].map((platform) => `The campaign is not on ${platform}; its posts there are taken all the same.`);
}

async function store(writer: BrandWriter, campaignId: string, read: ReadMetrics, now: Date) {
  const groups = groupByPost(read.metrics);
  const known = await readKnownPosts(writer, campaignId);
  const missing = groups.filter(({ key }) => !known.has(key));
  await readStoredFigures(
    writer,
    groups.flatMap(({ key, days }) => {
      const post = known.get(key);
      return post === undefined ? [] : days.map(({ day }) => ({ post, day }));
    }),
  );
  const { made, posts: madePosts } = await makeMissing(writer, campaignId, missing, now);

  const figures = { new: 0, corrected: 0, unchanged: 0 };
  const changed: NewFigure[] = [];
  const warnings: Warning[] = [];
  const backdated: { id: string; postedAt: Date }[] = [];
  for (const group of groups) {
    const post = (known.get(group.key) ?? madePosts.get(group.key)) as KnownPost;
    const days = compareDays(group, post.figures);
    figures.new += days.new.length;
    figures.corrected += days.corrected.length;
    figures.unchanged += days.unchanged.length;
    changed.push(...[...days.new, ...days.corrected].map(({ day, counts }) => newFigure(post.id, day, counts)));
    warnings.push(...days.falls, ...otherNames(group, post));
    if (dayOf(group.postedAt) < dayOf(post.postedAt)) backdated.push({ id: post.id, postedAt: group.postedAt });
  }
  await inBatches(changed, (batch) => storeFigures(writer, batch, now));
  // A post can't be newer than its figures.
  await inBatches(backdated, (batch) => backdatePosts(writer, batch, now));
  return { made, figures, backdatedPosts: backdated.length, warnings };
}

const newFigure = (postId: string, day: string, counts: Figures): NewFigure => ({ postId, day, ...counts });

/** A post has one creator, as first named. */
function otherNames({ days }: PostMetrics, { username }: KnownPost): Warning[] {
  const other = days.find((day) => day.username.toLowerCase() !== username.toLowerCase());
  if (other === undefined) return [];
  const names = `${JSON.stringify(username)}, here ${JSON.stringify(other.username)}`;
  return [{ line: other.line, message: `The creator of this post is ${names}: the first name stays.` }];
}
