import type { Logger } from 'pino';
import { dayOf } from '#domain/period.ts';
import { pruneCommandKeys } from './control/act-once.ts';
import type { OpenDatabase } from './database/database.ts';
import { prepareComingMonths } from './database/months.ts';
import { pruneIdempotencyKeys } from './http/idempotency.ts';
import { pruneCodes } from './services/accounts/email-codes.ts';
import { pruneSessions } from './services/accounts/sessions/sessions.ts';
import { pruneAdminSessions } from './services/admin/sessions.ts';
import { dropOldDrafts } from './services/drafts/drop-draft.ts';
import { forgetUnapproved } from './services/drafts/forget-drafts.ts';
import { dropOldOriginals } from './services/drafts/originals.ts';
import { removeOldWork } from './services/drafts/work-folder.ts';
import { pruneRemovals } from './services/feed/changes.ts';
import { collectFiles, takeUpFiles } from './services/files/collect.ts';
import { dropOldMediaUploads } from './services/files/media-uploads.ts';
import { removeGone } from './services/files/transfers/remove-gone.ts';
import type { UploadStore } from './services/files/transfers/upload-store.ts';
import type { Uploads } from './services/files/uploads.ts';
import { pruneEvents } from './services/ledger/payments/events.ts';
import { pruneOrders } from './services/ledger/payments/orders.ts';
import { pruneMails } from './services/mail/outbox.ts';
import { forgetAddresses } from './services/moves/delivery.ts';
import { prunePushDevices } from './services/push/devices.ts';
import { pruneAttempts } from './services/shared/attempts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Every hour: forgets what has had its time, tidies the database and deletes files that nothing names. Returns what ends it. */
export function startHousekeeping(
  { db, tidy }: OpenDatabase,
  { store, spool, arriving, workDir }: Pick<Uploads, 'store' | 'spool'> & { arriving: UploadStore[]; workDir: string },
  log: Logger,
): () => void {
  let filesListedAt = 0;
  /** Last, for the store may be out of reach. */
  const tidyFiles = async (now: Date) => {
    await spool.removeOld(now);
    await dropOldDrafts(db, now);
    await dropOldOriginals(db, now);
    await dropOldMediaUploads(db, now);
    for (const uploads of arriving) await removeGone(db, uploads, now);
    await removeOldWork(workDir, now);
    if (now.getTime() - filesListedAt > dayMs) {
      await takeUpFiles({ db, store, now });
      filesListedAt = now.getTime();
    }
    await collectFiles({ db, store, log, now });
  };
  const run = async () => {
    const now = new Date();
    await pruneIdempotencyKeys(db, now);
    await pruneCommandKeys(db, now);
    await pruneAttempts(db, now);
    await prunePushDevices(db, now);
    await pruneSessions(db, now);
    await pruneRemovals(db, now);
    await pruneCodes(db, now);
    await pruneMails(db, now);
    await pruneAdminSessions(db, now);
    await pruneEvents(db, now);
    await pruneOrders(db, now);
    await forgetAddresses(db, now);
    await forgetUnapproved(db, now);
    await prepareComingMonths(db, dayOf(now));
    await tidy();
    await tidyFiles(now);
  };
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.error({ err: error }, 'Housekeeping failed'));
  }, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Every hour: removes files that killed processes of this machine have left, where the rest of housekeeping runs elsewhere. */
export function tidySpool(spool: Uploads['spool'], log: Pick<Logger, 'error'>): () => void {
  const timer = setInterval(() => {
    spool.removeOld(new Date()).catch((err: unknown) => log.error({ err }, 'Files on their way in couldn’t be tidied'));
  }, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
