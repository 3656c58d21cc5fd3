import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import type { AdminContext } from '../shared/brands.ts';
import { blockOf, type ListedCreator } from './list-creators.ts';
import { lockCreator, type Profile } from './require-creator.ts';

interface Blocked {
  creator: Pick<ListedCreator, 'email' | 'firstName' | 'lastName' | 'block'>;
  changed: boolean;
}

/**
 * Blocks a creator and shows the reason on their page. They get no offers, and their links can't make moves. A new
 * reason replaces the previous one. Offers in progress continue: brands still decide, deadlines still apply, and the
 * team can make moves.
 * @throws {CommandError} if there is no such creator
 */
export const blockCreator = ({ db, now }: AdminContext, { email, reason }: { email: string; reason: string }) =>
  change(db, email, (profile) =>
    profile.blockedAt !== null && profile.blockReason === reason
      ? null
      : { blockedAt: profile.blockedAt ?? now(), blockReason: reason },
  );

/** Unblocks a creator. @throws {CommandError} if there is no such creator */
export const unblockCreator = ({ db }: AdminContext, email: string) =>
  change(db, email, ({ blockedAt }) => (blockedAt === null ? null : { blockedAt: null, blockReason: null }));

/** @param columns returns the columns to change; null if nothing changes */
function change(db: Database, named: string, columns: (profile: Profile) => Partial<Profile> | null): Promise<Blocked> {
  return db.transaction(async (tx) => {
    const profile = await lockCreator(tx, named);
    const changed = columns(profile);
    if (changed !== null) await tx.update(creatorProfiles).set(changed).where(eq(creatorProfiles.id, profile.id));
    const { email, firstName, lastName, ...rest } = { ...profile, ...changed };
    return {
      creator: { email, firstName, lastName, block: blockOf({ email, firstName, lastName, ...rest }) },
      changed: changed !== null,
    };
  });
}
