import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { onBrandWritten } from '../database/brand-scope.ts';
import type { OpenDatabase } from '../database/database.ts';
import { startApprovals } from '../demo/approvals.ts';
import { startSimulation } from '../demo/simulation/simulation.ts';
import { emails } from '../emails.ts';
import type { Observe } from '../observing/observe.ts';
import type { EmailCodes } from '../services/accounts/email-codes.ts';
import type { CreatorLinks } from '../services/creators/links.ts';
import { findEncoder } from '../services/drafts/renditions/encoder.ts';
import { startRenditions } from '../services/drafts/renditions/renditions.ts';
import type { UploadStore } from '../services/files/transfers/upload-store.ts';
import type { Uploads } from '../services/files/uploads/uploads.ts';
import { startChargeChecks } from '../services/ledger/payments/checker.ts';
import type { PaymentProviders } from '../services/ledger/payments/provider.ts';
import { startConfiguredSender } from '../services/mail/deliver.ts';
import { mailRenderer } from '../services/mail/registry.ts';
import { afterMove } from '../services/notices/after-move.ts';
import { composePushes } from '../services/notices/brands/push-messages.ts';
import type { ReminderLinks } from '../services/notices/creators/unsubscribing.ts';
import { startPushSender } from '../services/push/deliver.ts';
import type { VapidKey } from '../services/push/vapid.ts';
import { startCampaignClock } from './campaign-clock.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startNoticeClock } from './notice-clock.ts';

interface JobDeps {
  database: OpenDatabase;
  payments: PaymentProviders;
  uploads: Uploads;
  /** Stores that receive drafts and brands' media. */
  arriving: { drafts: UploadStore; media: UploadStore };
  workDir: string;
  vapid: VapidKey;
  codes: EmailCodes;
  links: CreatorLinks;
  reminders: ReminderLinks;
  publicUrl(): string;
  log: Logger;
  now(): Date;
  observe: Observe;
}

export interface Jobs {
  /** Sends due emails now instead of at the next poll. */
  wakeMails(): void;
  /** Stops polling, and waits for the jobs in progress. */
  stop(): Promise<void>;
}

/**
 * Starts all background work: emails, pushes, renditions, charge checks, clocks and housekeeping. Call it once the
 * server's address is known, since links in emails need it.
 */
export function startJobs(config: Config, deps: JobDeps): Jobs {
  const { database, payments, uploads, arriving, workDir, publicUrl, log, now, observe } = deps;
  const { db } = database;
  const common = { db, log, now, observe };
  const files = { ...uploads, arriving: [arriving.drafts, arriving.media], workDir };
  const supportEmail = config.app.supportEmail ?? null;
  const render = mailRenderer(emails, { ...deps, db, supportEmail });
  const mails = startConfiguredSender(config, { ...common, render, publicUrl });
  const pushes = startPushSender({
    ...{ ...common, compose: composePushes, vapid: deps.vapid, pushServices: config.push.services, publicUrl },
  });
  const renditions = startRenditions({
    ...{ ...common, uploads, drafts: arriving.drafts.files, afterMove, workDir },
    encoder: findEncoder(config.ffmpegPath, log),
  });
  onBrandWritten(db, () => {
    mails.wake();
    pushes.wake();
    renditions.wake();
  });
  const stops: (() => unknown)[] = [
    startHousekeeping(database, files, log),
    startChargeChecks({ ...common, payments }),
    startCampaignClock(common),
    mails.stop,
    pushes.stop,
    renditions.stop,
    startNoticeClock({ ...common, teamEmail: config.teamEmail, wake: mails.wake }),
  ];
  if (config.simulate) stops.push(startSimulation(common), startApprovals(common));
  return {
    wakeMails: mails.wake,
    async stop() {
      for (const stop of stops.reverse()) await stop();
    },
  };
}
