import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { ApprovalStatus } from '#contract/brand.ts';
import { CommandError } from '#server/command-error.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { brands } from '#server/database/tables.ts';
import { queueMail } from '../mail/outbox.ts';

export interface AdminContext {
  db: Database;
  now(): Date;
}

/** A brand as the provider's team sees it. */
export interface ListedBrand {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  approvalStatus: ApprovalStatus;
  createdAt: string;
}

/** The brand that a command names, by its e-mail or id. */
export const isBrandNamed = (named: string) =>
  or(eq(brands.id, named.trim()), eq(brands.email, named.trim().toLowerCase()));
export const noBrandNamed = (named: string) =>
  new CommandError(`There is no brand ${named}. Expected its email or its id.`);

const shown = {
  id: brands.id,
  name: brands.name,
  email: brands.email,
  emailVerified: brands.emailVerified,
  approvalStatus: brands.approvalStatus,
  createdAt: brands.createdAt,
};
const toListed = ({ createdAt, ...row }: Omit<ListedBrand, 'createdAt'> & { createdAt: Date }): ListedBrand => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Brands in a state, or all, oldest first: who waits longest is decided on first. */
export async function listBrands(db: Database, approvalStatus: ApprovalStatus | undefined): Promise<ListedBrand[]> {
  const isWanted: SQL | undefined = approvalStatus && eq(brands.approvalStatus, approvalStatus);
  const rows = await db.select(shown).from(brands).where(isWanted).orderBy(asc(brands.createdAt), asc(brands.id));
  return rows.map(toListed);
}

export interface BrandDecision {
  /** The brand's e-mail or id. */
  brand: string;
  decision: 'APPROVED' | 'REJECTED';
  /** Reason that is mailed to a rejected brand. */
  reason?: string | undefined;
}

/**
 * Approves or rejects a brand and tells it by mail. A decision that was made before changes nothing and sends nothing.
 * @throws {CommandError} if there is no such brand
 */
export async function decideOnBrand(
  { db, now }: AdminContext,
  { brand: named, decision, reason }: BrandDecision,
): Promise<{ brand: ListedBrand; changed: boolean }> {
  const [found] = await db.select({ id: brands.id }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw noBrandNamed(named);
  return writeBrand({ db, brandId: found.id }, async (writer) => {
    const isThis = eq(brands.id, found.id);
    const changed = await writer.db
      .update(brands)
      .set({ approvalStatus: decision, shownRevision: writer.revision })
      .where(and(isThis, or(...others(decision).map((status) => eq(brands.approvalStatus, status)))))
      .returning({ id: brands.id });
    const [row] = await writer.db.select(shown).from(brands).where(isThis);
    if (row === undefined) throw new CommandError(`There is no brand ${named} any more.`);
    if (changed.length > 0) {
      const content =
        decision === 'APPROVED'
          ? ({ kind: 'brand-approved' } as const)
          : ({ kind: 'brand-rejected', reason: reason?.trim() || null } as const);
      await queueMail(writer.db, { brandId: row.id, recipient: row.email, content, now: now() });
    }
    return { brand: toListed(row), changed: changed.length > 0 };
  });
}

const others = (decision: ApprovalStatus) =>
  (['PENDING', 'APPROVED', 'REJECTED'] as const).filter((status) => status !== decision);
