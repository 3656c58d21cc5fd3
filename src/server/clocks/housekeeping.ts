import type { Logger } from 'pino';
import { dayOf } from '#domain/time/period.ts';
import { pruneCommandKeys } from '../control/run-command-once.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createUpcomingPartitions } from '../database/months.ts';
import { pruneIdempotencyKeys } from '../http/requests/idempotency.ts';
import { pruneCodes } from '../services/accounts/email-codes.ts';
import { pruneSessions } from '../services/accounts/sessions/sessions.ts';
import { pruneAdminSessions } from '../services/admin/sessions.ts';
import { dropOldOriginals } from '../services/drafts/originals/originals.ts';
import { removeOldWork } from '../services/drafts/renditions/work-folder.ts';
import { dropOldDrafts } from '../services/drafts/state/drop-draft.ts';
import { forgetUnapproved } from '../services/drafts/uploads/forget-drafts.ts';
import { pruneRemovals } from '../services/feed/changes.ts';
import { adoptFiles, collectFiles } from '../services/files/collect.ts';
import { removeDiscardedUploads } from '../services/files/transfers/remove-discarded-uploads.ts';
import type { UploadStore } from '../services/files/transfers/upload-store.ts';
import { dropOldMediaUploads } from '../services/files/uploads/media-uploads.ts';
import type { Uploads } from '../services/files/uploads/uploads.ts';
import { pruneEvents } from '../services/ledger/payments/events.ts';
import { pruneOrders } from '../services/ledger/payments/orders.ts';
import { pruneMails } from '../services/mail/outbox.ts';
import { forgetAddresses } from '../services/moves/delivery.ts';
import { prunePushDevices } from '../services/push/devices.ts';
import { pruneAttempts } from '../services/shared/attempts.ts';
import { independentTasks } from '../services/shared/independent-tasks.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Starts the hourly housekeeping: deletes expired data and unreferenced files, and tidies the database. Returns a
 * function that stops it.
 */
export function startHousekeeping(
  { db, tidy }: OpenDatabase,
  { store, spool, arriving, workDir }: Pick<Uploads, 'store' | 'spool'> & { arriving: UploadStore[]; workDir: string },
  log: Logger,
): () => void {
  let filesListedAt = 0;
  const takeUpAllFiles = async (now: Date) => {
    if (now.getTime() - filesListedAt <= dayMs) return;
    await adoptFiles({ db, store, now });
    filesListedAt = now.getTime();
  };
  const chores: Readonly<Record<string, (now: Date) => Promise<unknown>>> = {
    'idempotency-keys': (now) => pruneIdempotencyKeys(db, now),
    'command-keys': (now) => pruneCommandKeys(db, now),
    attempts: (now) => pruneAttempts(db, now),
    'push-devices': (now) => prunePushDevices(db, now),
    sessions: (now) => pruneSessions(db, now),
    removals: (now) => pruneRemovals(db, now),
    codes: (now) => pruneCodes(db, now),
    mails: (now) => pruneMails(db, now),
    'admin-sessions': (now) => pruneAdminSessions(db, now),
    'payment-events': (now) => pruneEvents(db, now),
    orders: (now) => pruneOrders(db, now),
    addresses: (now) => forgetAddresses(db, now),
    'unapproved-drafts': (now) => forgetUnapproved(db, now),
    'coming-months': (now) => createUpcomingPartitions(db, dayOf(now)),
    database: () => tidy(),
    spool: (now) => spool.removeOld(now),
    'old-drafts': (now) => dropOldDrafts(db, now),
    'old-originals': (now) => dropOldOriginals(db, now),
    'old-media-uploads': (now) => dropOldMediaUploads(db, now),
    'gone-uploads': async (now) => {
      for (const uploads of arriving) await removeDiscardedUploads(db, uploads, now);
    },
    'work-folder': (now) => removeOldWork(workDir, now),
    'listed-files': takeUpAllFiles,
    'unnamed-files': (now) => collectFiles({ db, store, log, now }),
  };
  const run = async () => {
    const now = new Date();
    const tasks = independentTasks();
    for (const [task, does] of Object.entries(chores)) await tasks.run(task, () => does(now));
    tasks.end();
  };
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.error({ err: error }, 'Housekeeping failed'));
  }, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Starts the hourly removal of files that killed processes left on this machine. Processes that don't run the other
 * housekeeping use it.
 */
export function tidySpool(spool: Uploads['spool'], log: Pick<Logger, 'error'>): () => void {
  const timer = setInterval(() => {
    spool
      .removeOld(new Date())
      .catch((err: unknown) => log.error({ err }, 'Unfinished uploads couldn’t be cleaned up'));
  }, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
