import { and, asc, eq, lt, lte, notInArray, sql } from 'drizzle-orm';
import { mails } from '#server/database/account-tables.ts';
import type { Database } from '#server/database/database.ts';
import { newId } from '#server/ids.ts';

export type MailRow = typeof mails.$inferSelect;

/** Time after which a sender without news counts as ended. */
const abandonedMs = 10 * 60_000;
/** Waits before each further try. After them it is given up. */
const retryWaitsMs = [30_000, 120_000, 600_000, 3_600_000, 3 * 3_600_000, 6 * 3_600_000, 12 * 3_600_000];

/** Kind of an email, and the facts that its words are made of at sending. */
export interface MailContent {
  kind: string;
  data: object;
}

export interface NewMail {
  brandId: string | null;
  recipient: string;
  content: MailContent;
  now: Date;
  /** When it is to be sent; default now. */
  dueAt?: Date;
}

/** Puts a mail into the outbox, in the transaction of what it reports, so that neither happens without the other. */
export const queueMail = (tx: Database, mail: NewMail): Promise<void> => queueMails(tx, [mail]);

/** {@link queueMail} for several. */
export async function queueMails(tx: Database, mailsToSend: readonly NewMail[]): Promise<void> {
  if (mailsToSend.length === 0) return;
  const rows = mailsToSend.map(({ brandId, recipient, content, now, dueAt = now }) => {
    return { id: newId('mai', now), brandId, recipient, ...content, createdAt: now, dueAt, changedAt: now };
  });
  await tx.insert(mails).values(rows);
}

/** Takes the next mail that is due, for this sender alone; null where there is none. */
export async function takeDueMail(db: Database, now: Date): Promise<MailRow | null> {
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.status, 'WAITING'), lte(mails.dueAt, now)))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(mails)
    .set({ status: 'SENDING', tries: sql`${mails.tries} + 1`, changedAt: now })
    // Not IN: its subselect may run again for each row, and then takes every row that is due.
    .where(eq(mails.id, next))
    .returning();
  return mail ?? null;
}

/** Ends a mail: sent, or dropped since there is nothing to send any more, or refused by its receiver, or given up. */
export async function settleMail(
  db: Database,
  id: string,
  status: Exclude<MailRow['status'], 'WAITING' | 'SENDING'>,
  { now, error = null }: { now: Date; error?: string | null },
): Promise<void> {
  await db.update(mails).set({ status, changedAt: now, lastError: error }).where(eq(mails.id, id));
}

/** Lets a mail that certainly wasn't sent wait for its next try; false when there are none left. */
export async function retryMail(db: Database, mail: MailRow, error: string, now: Date): Promise<boolean> {
  const waitMs = retryWaitsMs[mail.tries - 1];
  if (waitMs === undefined) {
    await settleMail(db, mail.id, 'FAILED', { now, error });
    return false;
  }
  await db
    .update(mails)
    .set({ status: 'WAITING', dueAt: new Date(now.getTime() + waitMs), changedAt: now, lastError: error })
    .where(eq(mails.id, mail.id));
  return true;
}

/**
 * Releases mails whose sender ended in the middle. They wait again if sending twice can't deliver twice; else they are given up,
 * since they may have been sent.
 */
export async function releaseAbandoned(db: Database, now: Date, repeatable: boolean): Promise<void> {
  const isAbandoned = and(eq(mails.status, 'SENDING'), lt(mails.changedAt, new Date(now.getTime() - abandonedMs)));
  const outcome = repeatable
    ? ({ status: 'WAITING', dueAt: now } as const)
    : ({ status: 'FAILED', lastError: 'The server stopped while sending it.' } as const);
  await db
    .update(mails)
    .set({ ...outcome, changedAt: now })
    .where(isAbandoned);
}

/** Forgets mails that were settled 30 days ago. */
export async function pruneMails(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000);
  const isSettled = notInArray(mails.status, ['WAITING', 'SENDING']);
  await db.delete(mails).where(and(isSettled, lt(mails.changedAt, longAgo)));
}
