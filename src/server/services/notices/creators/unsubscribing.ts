import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { signedNames } from '#server/services/shared/signed-names.ts';

/** Links by which a creator turns reminders off. They open nothing else, for mail programs call them by themselves. */
export interface ReminderLinks {
  urlOf(creatorId: string): string;
  /** The creator's id; null for a token that isn't ours. */
  read(token: string): string | null;
}

/** The path below which reminders are turned off, with the token behind it. */
export const remindersPath = '/c/reminders/';

/** @param publicUrl where users reach the app, without a slash at the end */
export function reminderLinks(secret: string, publicUrl: () => string): ReminderLinks {
  const names = signedNames(secret, 'reminders');
  return {
    urlOf: (creatorId) => `${publicUrl()}${remindersPath}${names.sign(creatorId)}`,
    read: (token) => /^cre_[0-9A-HJKMNP-TV-Z]{26}$/.exec(names.read(token) ?? '')?.[0] ?? null,
  };
}

/** True if a creator is reminded; null where there is no such creator any more. */
export async function readReminders(db: Database, creatorId: string): Promise<boolean | null> {
  const [row] = await db
    .select({ offAt: creatorProfiles.remindersOffAt })
    .from(creatorProfiles)
    .where(eq(creatorProfiles.id, creatorId));
  return row === undefined ? null : row.offAt === null;
}

/** Turns a creator's reminders on or off. Off stays as it was noted first. */
export async function setReminders(db: Database, creatorId: string, isOn: boolean, now: Date): Promise<void> {
  const isThis = eq(creatorProfiles.id, creatorId);
  await (isOn
    ? db.update(creatorProfiles).set({ remindersOffAt: null }).where(isThis)
    : db
        .update(creatorProfiles)
        .set({ remindersOffAt: now })
        .where(and(isThis, isNull(creatorProfiles.remindersOffAt))));
}
