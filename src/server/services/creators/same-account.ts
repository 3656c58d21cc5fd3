import { and, eq, sql } from 'drizzle-orm';
import { creatorAccounts } from '#server/database/creator-tables.ts';
import { creators } from '#server/database/tables.ts';

/** The account that the provider knows is the one that a brand works with: handles are the same in any case of letters. */
export const isSameAccount = () =>
  and(
    eq(creatorAccounts.platform, creators.platform),
    eq(sql`lower(${creatorAccounts.username})`, sql`lower(${creators.username})`),
  );
