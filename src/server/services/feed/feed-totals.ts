import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Changes } from '#contract/calls/changes.ts';
import type { BrandScope } from '#server/database/brand-scope.ts';
import { rowsOf } from '#server/database/database.ts';
import { campaigns, offers, payments } from '#server/database/tables/tables.ts';

export type Totals = NonNullable<Changes['totals']>;

/**
 * Returns the number of records of each kind in a full copy and a checksum of their ids, from the snapshot that `scope` reads.
 */
export async function readTotals(scope: BrandScope): Promise<Totals> {
  return {
    campaigns: await totalOf(scope, campaigns),
    offers: await totalOf(scope, offers),
    payments: await totalOf(scope, payments),
  };
}

async function totalOf(scope: BrandScope, table: PgTable & { brandId: PgColumn; id: PgColumn }) {
  const [row] = await rowsOf<Totals['offers']>(
    scope.db,
    sql`select count(*)::int as count,
        left(encode(sha256(convert_to(coalesce(string_agg(id, ' ' order by id), ''), 'UTF8')), 'hex'), 16) as checksum
      from ${table} where ${scope.own(table)}`,
  );
  if (row === undefined) throw new Error('A count has no row');
  return row;
}

const maxBrands = 1_000;

/** Caches totals by brand until the brand is written to, so idle polling needs no counting. */
export class KnownTotals {
  readonly #known = new Map<string, { version: string; totals: Totals }>();

  /** @param version of the snapshot that `scope` reads */
  async of(scope: BrandScope, version: string): Promise<Totals> {
    const known = this.#known.get(scope.brandId);
    if (known?.version === version) return known.totals;
    const totals = await readTotals(scope);
    this.#known.delete(scope.brandId);
    this.#known.set(scope.brandId, { version, totals });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxBrands && oldest !== undefined) this.#known.delete(oldest);
    return totals;
  }
}
