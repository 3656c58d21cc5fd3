import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorAccounts, isSameAccount } from '#server/database/tables/creator-tables.ts';
import { brands, creators, offers } from '#server/database/tables/tables.ts';
import { lockCreator } from '../creators/require-creator.ts';
import { brandNotFound, isBrandNamed } from '../shared/brands.ts';
import type { BrandSubject, CreatorSubject, Subject, SubjectKind } from './fates.ts';

/**
 * Returns a creator by email, or a brand by email or id. In a transaction, locks the creator's profile until its end.
 * @throws {CommandError} if there is no such subject
 */
export const findSubject = (db: Database, kind: SubjectKind, named: string): Promise<Subject> =>
  kind === 'creator' ? findCreator(db, named) : findBrand(db, named);

async function findBrand(db: Database, named: string): Promise<BrandSubject> {
  const [found] = await db.select({ id: brands.id, email: brands.email }).from(brands).where(isBrandNamed(named));
  if (found === undefined) throw brandNotFound(named);
  return { kind: 'brand', ...found };
}

async function findCreator(db: Database, named: string): Promise<CreatorSubject> {
  const profile = await lockCreator(db, named);
  const known = await db
    .select({ brandId: creators.brandId, id: creators.id })
    .from(creators)
    .innerJoin(creatorAccounts, isSameAccount())
    .where(eq(creatorAccounts.creatorId, profile.id))
    .orderBy(asc(creators.brandId));
  const own = await db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(creators, and(eq(creators.brandId, offers.brandId), eq(creators.id, offers.creatorId)))
    .innerJoin(creatorAccounts, isSameAccount())
    .where(eq(creatorAccounts.creatorId, profile.id));
  return {
    ...{ kind: 'creator', id: profile.id, email: profile.email },
    brandIds: [...new Set(known.map(({ brandId }) => brandId))],
    creatorIds: known.map(({ id }) => id),
    offerIds: own.map(({ id }) => id),
  };
}
