import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { emailKey } from '#server/services/shared/email-key.ts';

export type Profile = typeof creatorProfiles.$inferSelect;

/** Returns the creator with an email. @throws {CommandError} if there is none */
export const requireCreator = (db: Database, named: string): Promise<Profile> => read(selectCreator(db, named), named);

/** Like {@link requireCreator}, but locks the creator's profile until the transaction ends. */
export const lockCreator = (tx: Database, named: string): Promise<Profile> =>
  read(selectCreator(tx, named).for('update'), named);

const selectCreator = (db: Database, named: string) =>
  db
    .select()
    .from(creatorProfiles)
    .where(eq(creatorProfiles.email, emailKey(named)));

async function read(query: PromiseLike<Profile[]>, named: string): Promise<Profile> {
  const [profile] = await query;
  if (profile === undefined) throw new CommandError(`No creator has the email ${named}.`);
  return profile;
}
