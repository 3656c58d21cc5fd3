import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { signedNames } from '#server/services/shared/signed-names.ts';

/**
 * Links that turn a creator's reminders off. They give no access to anything else, because mail clients open them
 * automatically.
 */
export interface ReminderLinks {
  urlOf(creatorId: string): string;
  /** Returns the creator's id; null for an invalid token. */
  read(token: string): string | null;
}

/** Path prefix of the links, followed by the token. */
export const remindersPath = '/c/reminders/';

/** @param publicUrl where users reach the app, without a trailing slash */
export function reminderLinks(secret: string, publicUrl: () => string): ReminderLinks {
  const names = signedNames(secret, 'reminders');
  return {
    urlOf: (creatorId) => `${publicUrl()}${remindersPath}${names.sign(creatorId)}`,
    read: (token) => /^cre_[0-9A-HJKMNP-TV-Z]{26}$/.exec(names.read(token) ?? '')?.[0] ?? null,
  };
}

/** True if a creator gets reminders; null if the creator no longer exists. */
export async function readReminders(db: Database, creatorId: string): Promise<boolean | null> {
  const [row] = await db
    .select({ offAt: creatorProfiles.remindersOffAt })
    .from(creatorProfiles)
    .where(eq(creatorProfiles.id, creatorId));
  return row === undefined ? null : row.offAt === null;
}

/** Turns a creator's reminders on or off. Turning them off twice keeps the original time. */
export async function setReminders(db: Database, creatorId: string, isOn: boolean, now: Date): Promise<void> {
  const isThis = eq(creatorProfiles.id, creatorId);
  await (isOn
    ? db.update(creatorProfiles).set({ remindersOffAt: null }).where(isThis)
    : db
        .update(creatorProfiles)
        .set({ remindersOffAt: now })
        .where(and(isThis, isNull(creatorProfiles.remindersOffAt))));
}
