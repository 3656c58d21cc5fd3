import { and, eq, inArray, lt, lte, notInArray, or } from 'drizzle-orm';
import { withoutControls } from '#contract/wire/controls.ts';
import type { Database } from '#server/database/database.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { newId } from '#server/ids.ts';
import type { JobTable } from '../jobs/job-table.ts';

export type MailRow = typeof mails.$inferSelect;

const leaseMs = 10 * 60_000;
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
  /** Time of sending; default now. */
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

const isSending = eq(mails.status, 'SENDING');

/** A mail server's words without addresses and links, which may open an account. Further lines may hold values of a statement. */
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
      return { refusal: 'This email may have been sent. Add --even-if-sent to send it, perhaps for the second time.' };
    }
    if (status === 'FAILED' || status === 'REFUSED' || status === 'UNSENT') {
      // The count of tries stays, so that a process that still sends it can store its end until another takes it.
      return { set: { status: 'WAITING', dueAt: now, changedAt: now } };
    }
    return { refusal: `This email hasn’t failed: it is ${status}.` };
  },
};

/** Mails of the outbox as jobs. `isRepeatable`: sending one again can't make two of it, so one that was left is sent. */
export function mailJobs(isRepeatable: boolean): JobTable<typeof mails> {
  const isLeft = (now: Date) => and(isSending, lt(mails.changedAt, new Date(now.getTime() - leaseMs)));
  const isDue = (now: Date) => and(eq(mails.status, 'WAITING'), lte(mails.dueAt, now));
  const left = 'The server stopped while sending it.';
  return {
    ...{ kind: 'mail', table: mails, key: ['id'], tries: 'tries', leaseMs, order: [mails.dueAt, mails.id] },
    waitMs: (tries) => retryWaitsMs[tries - 1],
    isFree: (now) => (isRepeatable ? or(isDue(now), isLeft(now)) : isDue(now)),
    held: (now) => ({ status: 'SENDING', changedAt: now }),
    waiting: ({ dueAt, error }, now) => ({ status: 'WAITING', dueAt: dueAt ?? now, changedAt: now, lastError: error }),
    ...mailDesk,
    ...(!isRepeatable && { abandoned: (now) => ({ where: isLeft(now), set: endOfMail('FAILED', now, left) }) }),
  };
}

/** Columns of a mail at its end: sent, dropped since there is nothing left to say, refused, or given up. */
export const endOfMail = (
  status: Exclude<MailRow['status'], 'WAITING' | 'SENDING'>,
  now: Date,
  lastError: string | null = null,
) => ({ status, changedAt: now, lastError });

/** Forgets mails that were settled 30 days ago. */
export async function pruneMails(db: Database, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - 30 * 86_400_000);
  const isSettled = notInArray(mails.status, ['WAITING', 'SENDING']);
  await db.delete(mails).where(and(isSettled, lt(mails.changedAt, longAgo)));
}
