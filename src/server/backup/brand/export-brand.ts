import { and, eq, getTableName, inArray } from 'drizzle-orm';
import { readBuild } from '#server/build.ts';
import type { Database } from '#server/database/database.ts';
import { chargeReversals, charges } from '#server/database/tables/billing-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { movedTables } from '#server/services/admin/personal-data/moved-tables.ts';
import { brandNotFound, isBrandNamed } from '#server/services/admin/shared/brands.ts';
import { type ArchiveWriter, writeArchive } from '../archive/archive-writer.ts';
import { settle, type TableShape, tablesOf } from '../archive/catalog.ts';
import { type Manifest, manifestName, type Totals, totalsName } from '../archive/format.ts';
import type { Stores } from '../stores.ts';
import type { BareDatabase } from '../tables/bare-database.ts';
import { dumpFiles } from '../tables/dump-files.ts';
import { dumpTable } from '../tables/dump-tables.ts';
import { jsonBytes, monthsOf, requireMigration } from '../write-backup.ts';

interface Source {
  database: Pick<BareDatabase, 'db'>;
  stores: Stores;
  /** The brand's email or ID. */
  named: string;
  now: Date;
}

export interface ExportedBrand {
  email: string;
  /** False if the brand can still change data here, which would make the export outdated. */
  isSuspended: boolean;
  totals: Totals;
}

/**
 * Writes a brand, its creators and its files to a new file, from one database snapshot. Servers keep running.
 * @throws {CommandError} for problems that the operator can fix; no file is left behind
 */
export function writeBrandExport(
  file: string,
  { database: { db }, stores, named, now }: Source,
): Promise<ExportedBrand> {
  return writeArchive(file, now, async (archive) => {
    const { brand, rows } = await db.transaction((tx) => dumpBrand(tx, archive, { named, now }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    const totals: Totals = { rows, ...(await dumpFiles(db, stores, archive, brand.id)) };
    await archive.addBytes(totalsName, jsonBytes(totals));
    return { email: brand.email, isSuspended: brand.suspendedAt !== null, totals };
  });
}

async function dumpBrand(tx: Database, archive: ArchiveWriter, { named, now }: Pick<Source, 'named' | 'now'>) {
  await settle(tx);
  const migration = await requireMigration(tx);
  const [brand] = await tx
    .select({ id: brands.id, email: brands.email, name: brands.name, suspendedAt: brands.suspendedAt })
    .from(brands)
    .where(isBrandNamed(named));
  if (brand === undefined) throw brandNotFound(named);
  await requireNoOpenPayments(tx, brand);
  const shapes = new Map((await tablesOf(tx)).map((table) => [table.name, table]));
  const moved = movedTables.map((each) => ({ ...each, shape: shapeOf(shapes, getTableName(each.table)) }));
  const { version, commit } = readBuild();
  const manifest: Manifest = {
    ...{ format: 1, version, commit, createdAt: now.toISOString(), migration },
    tables: moved.map(({ shape: { name, columns } }) => ({ name, columns: columns.map((column) => column.name) })),
    months: await monthsOf(tx, [...shapes.values()], brand.id),
    secretHash: null,
    brand: { id: brand.id, email: brand.email, name: brand.name },
  };
  await archive.addBytes(manifestName, jsonBytes(manifest));
  const rows: Totals['rows'] = {};
  for (const { shape, condition, texts } of moved)
    rows[shape.name] = await dumpTable(tx, shape, archive, {
      condition: condition(brand.id),
      texts: texts?.(brand.id) ?? {},
    });
  return { brand, rows };
}

/** @throws {CommandError} if the database lacks the table */
function shapeOf(shapes: ReadonlyMap<string, TableShape>, name: string): TableShape {
  const shape = shapes.get(name);
  if (shape !== undefined) return shape;
  throw new CommandError(
    `The database has no table ${name}. Start this release of Afield once, which updates its tables.`,
  );
}

/** The payment provider reports a payment's outcome only to the installation that started it. */
async function requireNoOpenPayments(db: Database, { id, email }: { id: string; email: string }): Promise<void> {
  const asked = await db
    .select({ id: charges.paymentId })
    .from(charges)
    .where(and(eq(charges.brandId, id), inArray(charges.state, ['STARTED', 'PENDING'])));
  const reversed = await db
    .select({ id: chargeReversals.paymentId })
    .from(chargeReversals)
    .where(and(eq(chargeReversals.brandId, id), eq(chargeReversals.isFinal, false)));
  const open = [...new Set([...asked, ...reversed].map((row) => row.id))].sort();
  if (open.length === 0) return;
  throw new CommandError(
    `${email} can’t be exported yet: the payment provider hasn’t decided on ${open.slice(0, 5).join(', ')}. Wait until those payments succeed or fail, and their refunds and disputes are final.`,
  );
}
