import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type ApprovalStatus, approvalStatuses, type Brand } from '#contract/brand/brand.ts';
import { type BrandWriter, writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { ledgerLines } from '#server/database/tables/ledger-tables.ts';
import { brands } from '#server/database/tables/tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { emailKey } from '#server/services/shared/email-key.ts';

export interface AdminContext {
  db: Database;
  now(): Date;
}

/** A brand as listed for the team. */
export interface ListedBrand {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  approvalStatus: ApprovalStatus;
  /** Null unless suspended; a suspended brand's approval status is REJECTED. */
  suspension: NonNullable<Brand['suspension']> | null;
  websiteUrl: string | null;
  createdAt: string;
}

/** SQL condition: the brand has this email or id. */
export const isBrandNamed = (named: string) => or(eq(brands.id, named.trim()), eq(brands.email, emailKey(named)));
export const brandNotFound = (named: string) => new CommandError(`No brand has the email or ID ${named}.`);

const shown = {
  id: brands.id,
  name: brands.name,
  email: brands.email,
  emailVerified: brands.emailVerified,
  approvalStatus: brands.approvalStatus,
  suspendedAt: brands.suspendedAt,
  suspensionReason: brands.suspensionReason,
  brandUrl: brands.brandUrl,
  createdAt: brands.createdAt,
};
type ListedColumns = Pick<typeof brands.$inferSelect, keyof typeof shown>;

/** Converts a brand's row for the team. */
export const toListedBrand = (row: ListedColumns): ListedBrand => {
  const { createdAt, suspendedAt, suspensionReason } = row;
  return {
    ...{ id: row.id, name: row.name, email: row.email },
    ...{ emailVerified: row.emailVerified, approvalStatus: row.approvalStatus, websiteUrl: row.brandUrl },
    suspension: suspendedAt && { reason: suspensionReason, since: suspendedAt.toISOString() },
    createdAt: createdAt.toISOString(),
  };
};

/** States by which the team lists brands. */
export const brandStates = [...approvalStatuses, 'SUSPENDED'] as const;
export type BrandState = (typeof brandStates)[number];

function isInState(state: BrandState): SQL | undefined {
  if (state === 'SUSPENDED') return isNotNull(brands.suspendedAt);
  return and(eq(brands.approvalStatus, state), isNull(brands.suspendedAt));
}

/** A brand with its available balance. */
export interface BrandWithBalance extends ListedBrand {
  availableCents: number;
}

/** Lists brands in a state, or all of them, oldest first. */
export async function listBrands(db: Database, state: BrandState | undefined): Promise<BrandWithBalance[]> {
  const rows = await db
    .select(shown)
    .from(brands)
    .where(state && isInState(state))
    .orderBy(asc(brands.createdAt), asc(brands.id));
  const available = await db
    .select({ brandId: ledgerLines.brandId, cents: sql`sum(${ledgerLines.amountCents})`.mapWith(Number) })
    .from(ledgerLines)
    .where(eq(ledgerLines.account, 'available'))
    .groupBy(ledgerLines.brandId);
  const centsOf = new Map(available.map(({ brandId, cents }) => [brandId, cents]));
  return rows.map((row) => ({ ...toListedBrand(row), availableCents: centsOf.get(row.id) ?? 0 }));
}

/**
 * Returns the account of the writer's brand, which the writer's lock protects from changes. @throws {CommandError} if
 * the brand no longer exists
 */
export async function readAccount(writer: BrandWriter): Promise<ListedBrand> {
  const [row] = await writer.db.select(shown).from(brands).where(eq(brands.id, writer.brandId));
  if (row === undefined) throw new CommandError(`Brand ${writer.brandId} no longer exists.`);
  return toListedBrand(row);
}

/**
 * Finds the brand that a command names, and runs the command's change under the brand's lock.
 * @throws {CommandError} if there is no such brand
 */
export async function writeAccount<T>(
  { db }: AdminContext,
  named: string,
  write: (writer: BrandWriter, account: ListedBrand) => Promise<T>,
): Promise<T> {
  const [found] = await db.select({ id: brands.id }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw brandNotFound(named);
  return writeBrand({ db, brandId: found.id }, async (writer) => write(writer, await readAccount(writer)));
}
