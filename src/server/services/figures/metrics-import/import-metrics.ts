import { eq } from 'drizzle-orm';
import { dayOf } from '#domain/time/period.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { planForLargeTables } from '#server/database/growing.ts';
import { createMonthPartitions } from '#server/database/months.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import type { LookUpPost } from '#server/services/posts/lookups/look-up.ts';
import { resolveLinks } from './posts/resolve-links.ts';
import { changesAnything, type ImportReport } from './report.ts';
import { readAhead } from './rows/read-ahead.ts';
import { emptyProgress, type ReadLimits, readMetrics, usualLimits } from './rows/read-metrics.ts';
import { createFigureStore } from './store-part.ts';

interface ImportRequest {
  campaignId: string;
  /** Reports the effects and rolls them back. */
  dryRun: boolean;
  /** Creates missing creators and offers; otherwise their rows are refused. */
  makeMissing: boolean;
}

/** Thrown to roll back the transaction after a dry run, or if nothing changed. */
class Undone extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super('Undone');
    this.report = report;
  }
}

interface Context {
  db: Database;
  now(): Date;
  lookUpPost: LookUpPost;
  limits?: Partial<ReadLimits>;
  /** Rows per statement. The default is small enough not to block the process for long with the embedded database. */
  rowsAtOnce?: number;
}

/**
 * Imports daily cumulative figures of a campaign's posts from a CSV file, part by part in a single transaction. Creates
 * missing posts and, on request, missing creators and offers. Rows with unchanged values keep their revision.
 * @throws {CommandError} for an unknown campaign or a file that isn't a metrics file; nothing is changed then
 */
export async function importMetrics(
  { db, now, lookUpPost, limits: given, rowsAtOnce = 1_000 }: Context,
  { campaignId, dryRun, makeMissing }: ImportRequest,
  file: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const campaign = await findCampaign(db, campaignId);
  const at = now();
  const limits = { ...usualLimits, ...given };
  const read = emptyProgress(limits);
  const rows = readMetrics(file, { today: dayOf(at), platforms: campaign.platforms }, read, limits);
  const parts = readAhead(resolveLinks(rows, lookUpPost, read));
  // The transaction blocks the brand's other writers, so files of one or two parts are read before it begins.
  const first = await parts.next();
  try {
    const second = await parts.next();
    if (!first.done) {
      const days = first.value.map(({ day }) => day);
      await createMonthPartitions(db, days);
    }
    return await writeBrand({ db, brandId: campaign.brandId }, async (writer) => {
      await planForLargeTables(writer.db);
      const only = second.done && !first.done ? first.value : null;
      const { firstDay } = campaign;
      const outcome = await createFigureStore(writer, campaignId, at, {
        ...{ firstDay, rowsAtOnce, listed: limits.listed, only, makesAll: makeMissing },
      });
      if (!first.done) await outcome.store(first.value);
      for (let part = second; !part.done; part = await parts.next()) await outcome.store(part.value);
      const remarks = await outcome.end();
      const { campaignName, brandName } = campaign;
      const { made, figures, backdatedPosts, repeated, warnings, refused } = outcome.done;
      const report: ImportReport = {
        ...{ campaignId, campaignName, brandName, dryRun, rows: read.rows, made, figures, backdatedPosts },
        repeated: read.repeated + repeated,
        refused: firstLines([...read.refused.listed, ...refused.listed], limits.listed),
        refusedCount: read.refused.total + refused.total,
        warnings: firstLines([...read.warnings.listed, ...warnings.listed], limits.listed),
        warningCount: read.warnings.total + warnings.total,
        notes: [...read.notes, ...remarks],
      };
      if (dryRun || !changesAnything(report)) throw new Undone(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Undone) return error.report;
    throw error;
  } finally {
    await parts.return(undefined);
  }
}

const firstLines = <T extends { line: number }>(items: T[], max: number): T[] =>
  items.sort((a, b) => a.line - b.line).slice(0, max);

async function findCampaign(db: Database, campaignId: string) {
  const [found] = await db
    .select({
      brandId: campaigns.brandId,
      campaignName: campaigns.name,
      platforms: campaigns.platforms,
      startAt: campaigns.startAt,
      workerStartDate: campaigns.workerStartDate,
      brandName: brands.name,
    })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(eq(campaigns.id, campaignId));
  if (found === undefined) {
    throw new CommandError(`There is no campaign ${campaignId}. Expected the ID in the address of its page.`);
  }
  const { workerStartDate, startAt, ...campaign } = found;
  return { ...campaign, firstDay: dayOf(workerStartDate ?? startAt) };
}
