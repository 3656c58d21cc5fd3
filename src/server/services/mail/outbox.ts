import { and, eq, inArray, lt, lte, notInArray, or } from 'drizzle-orm';
import { withoutControls } from '#contract/wire/controls.ts';
import { mailBackoff } from '#domain/time/backoff.ts';
import type { Database } from '#server/database/database.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { newId } from '#server/ids.ts';
import type { JobTable } from '../jobs/job-table.ts';

export type MailRow = typeof mails.$inferSelect;

const leaseMs = 10 * 60_000;

/** Kind of an email, and the data from which its text is rendered when it is sent. */
export interface MailContent {
  kind: string;
  data: object;
}

export interface NewMail {
  brandId: string | null;
  recipient: string;
  content: MailContent;
  now: Date;
  /** Time of sending; defaults to now. */
  dueAt?: Date;
}

/** Adds an email to the outbox, in the transaction of the event that it reports, so that both are committed together. */
export const queueMail = (tx: Database, mail: NewMail): Promise<void> => queueMails(tx, [mail]);

/** Adds several emails like {@link queueMail}. */
export async function queueMails(tx: Database, mailsToSend: readonly NewMail[]): Promise<void> {
  if (mailsToSend.length === 0) return;
  const rows = mailsToSend.map(({ brandId, recipient, content, now, dueAt = now }) => {
    return { id: newId('mai', now), brandId, recipient, ...content, createdAt: now, dueAt, changedAt: now };
  });
  await tx.insert(mails).values(rows);
}

const isSending = eq(mails.status, 'SENDING');

/**
 * Removes addresses and login links from a mail server's message. Only the first line is kept, since further lines
 * may contain values of an SQL statement.
 */
const withoutSecrets = (words: string) =>
  withoutControls(words.split('\n', 1)[0] ?? '')
    .replace(/\S+@\S+/g, '(address)')
    .replace(/\w+:\/\/\S+/g, '(link)')
    .slice(0, 200);

const mailDesk: Pick<JobTable<typeof mails>, 'states' | 'describe' | 'again'> = {
  states: {
    waiting: () => eq(mails.status, 'WAITING'),
    running: () => isSending,
    failed: () => inArray(mails.status, ['REFUSED', 'UNSENT', 'FAILED']),
  },
  describe: ({ status, kind, dueAt, changedAt, lastError }, state) => ({
    ...{ at: state === 'waiting' ? dueAt : changedAt, about: kind },
    error: lastError && `${status === 'FAILED' ? 'It may have been sent. ' : ''}${withoutSecrets(lastError)}`,
  }),
  again({ status }, { now, evenIfSent }) {
    if (status === 'FAILED' && !evenIfSent) {
      return { refusal: 'This email may have been sent. Add --even-if-sent to send it, possibly for the second time.' };
    }
    if (status === 'FAILED' || status === 'REFUSED' || status === 'UNSENT') {
      // Keep the number of attempts, so that a process still sending the email can store its outcome until another
      // process leases it.
      return { set: { status: 'WAITING', dueAt: now, changedAt: now } };
    }
    return { refusal: `This email hasn’t failed: it is ${status}.` };
  },
};

/**
 * Returns the job table of the outbox's emails.
 * @param isRepeatable true if sending an email again can't duplicate it, so interrupted ones are sent again
 */
export function mailJobs(isRepeatable: boolean): JobTable<typeof mails> {
  const isLeft = (now: Date) => and(isSending, lt(mails.changedAt, new Date(now.getTime() - leaseMs)));
  const isDue = (now: Date) => and(eq(mails.status, 'WAITING'), lte(mails.dueAt, now));
  const left = 'The server stopped while sending it.';
  return {
    ...{ kind: 'mail', table: mails, key: ['id'], tries: 'tries', leaseMs, order: [mails.dueAt, mails.id] },
    waitMs: mailBackoff,
    isFree: (now) => (isRepeatable ? or(isDue(now), isLeft(now)) : isDue(now)),
    held: (now) => ({ status: 'SENDING', changedAt: now }),
    waiting: ({ dueAt, error }, now) => ({ status: 'WAITING', dueAt: dueAt ?? now, changedAt: now, lastError: error }),
    ...mailDesk,
    ...(!isRepeatable && { abandoned: (now) => ({ where: isLeft(now), set: endOfMail('FAILED', now, left) }) }),
  };
}

/** Returns column values for a finished email: sent, obsolete, refused or abandoned. */
export const endOfMail = (
  status: Exclude<MailRow['status'], 'WAITING' | 'SENDING'>,
  now: Date,
  lastError: string | null = null,
) => ({ status, changedAt: now, lastError });

/** Deletes emails that were finished 30 days ago. */
export async function pruneMails(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000);
  const isSettled = notInArray(mails.status, ['WAITING', 'SENDING']);
  await db.delete(mails).where(and(isSettled, lt(mails.changedAt, longAgo)));
}
