import { getTableName, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, rowsOf } from '#server/database/database.ts';
import { newEpoch, walTimeline } from '#server/database/history.ts';
import { brands, offers } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { movedTables } from '#server/services/admin/personal-data/moved-tables.ts';
import { freeNames } from '#server/services/posts/registry/claim.ts';
import { holderText } from '#server/services/posts/registry/holder-text.ts';
import { type TableShape, tablesOf } from '../archive/catalog.ts';
import type { Manifest, Totals } from '../archive/format.ts';
import { insertInto } from '../tables/load-tables.ts';
import { readRows, type TextRow } from './brand-rows.ts';
import { type SharedRowMatching, sharedTables } from './match-shared.ts';

/** Maximum number of problems in the error; the rest are only counted. */
const maxListed = 5;

interface Params {
  brand: NonNullable<Manifest['brand']>;
  manifest: Manifest;
  filesUrl: string;
  now: Date;
}

export interface BrandLoadResult {
  rows: number;
  /** Number of creators in the export, and of those that already existed here. */
  counts: SharedRowMatching['counts'];
  payoutIds: string[];
}

interface LoadingBrand {
  /** @throws {CommandError} for rows that conflict with existing ones */
  load(table: string, compressed: Uint8Array): Promise<void>;
  /**
   * Resets the brand's sync history, so that its devices download everything again.
   * @throws {CommandError} if the row counts differ from the export's
   */
  finish(totals: Totals): Promise<BrandLoadResult>;
}

/** @throws {CommandError} if the export's tables differ from this release's */
export async function createBrandLoader(
  tx: Database,
  { brand, manifest, filesUrl, now }: Params,
): Promise<LoadingBrand> {
  const shapes = new Map((await tablesOf(tx)).map((shape) => [shape.name, shape]));
  requireTables(shapes, manifest);
  const counts: Record<string, number> = {};
  const payoutIds: string[] = [];
  const matching: SharedRowMatching = { tx, ids: new Map(), counts: { creators: 0, matchedCreators: 0 }, problems: [] };
  const store = async (shape: TableShape, rows: TextRow[]) => {
    const storeShared = sharedTables.get(shape.name);
    if (storeShared !== undefined) return storeShared(matching, shape, rows);
    requireNoProblem(matching.problems);
    if (shape.name === 'offers') await requireNewOffers(tx, rows);
    if (shape.name === 'post_names') await requireFreePosts(tx, rows);
    await tx.execute(insertInto(shape, JSON.stringify(rows)));
  };
  return {
    async load(table, compressed) {
      const shape = shapes.get(table);
      if (shape === undefined || !movedNames.includes(table))
        throw new CommandError(`The export has rows of ${table}, which belong to no brand. Nothing was changed.`);
      const rows = await readRows(table, compressed, { brandId: brand.id, ids: matching.ids, filesUrl, now });
      if (table === 'payouts') payoutIds.push(...rows.flatMap(({ id }) => id ?? []));
      await store(shape, rows);
      counts[table] = (counts[table] ?? 0) + rows.length;
    },
    async finish(totals) {
      const missing = movedNames.find((name) => (counts[name] ?? 0) !== totals.rows[name]);
      if (missing !== undefined || counts.brands !== 1)
        throw new CommandError(
          `The export is damaged: rows of ${missing ?? 'brands'} are missing. Nothing was changed.`,
        );
      await beginHistoryOf(tx, brand.id);
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return { rows, counts: matching.counts, payoutIds };
    },
  };
}

const movedNames = movedTables.map(({ table }) => getTableName(table));

function requireTables(shapes: ReadonlyMap<string, TableShape>, manifest: Manifest): void {
  const listed = new Map(manifest.tables.map(({ name, columns }) => [name, columns.toSorted().join()]));
  const other = movedNames.find((name) => {
    const here = shapes.get(name)?.columns.map((column) => column.name);
    return here?.toSorted().join() !== listed.get(name);
  });
  if (other === undefined) return;
  throw new CommandError(
    `The export’s table ${other} doesn’t match this release. Nothing was changed. Use Afield ${manifest.version} here, too.`,
  );
}

function requireNoProblem(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > maxListed ? [`And ${problems.length - maxListed} more.`] : [];
  throw new CommandError(
    ['The brand can’t be imported. Nothing was changed.', ...problems.slice(0, maxListed), ...more].join('\n'),
  );
}

/** A creator's link contains only the offer's ID, so it must be unique across brands. */
async function requireNewOffers(tx: Database, rows: readonly TextRow[]): Promise<void> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const [found] = await rowsOf<{ id: string }>(
    tx,
    sql`select id from ${offers} where id in (select jsonb_array_elements_text(${ids}::jsonb)) limit 1`,
  );
  requireNoProblem(found === undefined ? [] : [`The offer ${found.id} already exists here.`]);
}

const nameSchema = v.array(v.object({ platform: v.string(), name: v.string(), url: v.string() }));

/** A post counts for only one offer, across all brands. */
async function requireFreePosts(tx: Database, rows: readonly TextRow[]): Promise<void> {
  const names = v.parse(nameSchema, rows);
  const problems: string[] = [];
  for (const held of await freeNames(tx, names)) {
    const url = names.find(({ platform, name }) => platform === held.platform && name === held.name)?.url;
    problems.push(`The post ${url} already counts here for ${await holderText(tx, held)}.`);
  }
  requireNoProblem(problems);
}

async function beginHistoryOf(tx: Database, brandId: string): Promise<void> {
  await tx.execute(sql`update ${brands} set feed_epoch = ${newEpoch()}, feed_forks = '[]', feed_timeline = ${walTimeline}
    where id = ${brandId}`);
}
