import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { AdminSession, BrandSession } from '#contract/account/auth.ts';
import type { ServerFlags } from '#contract/account/flags.ts';
import { productionFlags } from '#domain/campaigns/flags.ts';
import { createApp } from '#server/app.ts';
import { defaultProxies, type TrustedProxies } from '#server/config/proxies.ts';
import type { Database, OpenDatabase } from '#server/database/database.ts';
import type { Standby } from '#server/database/standby.ts';
import { offers } from '#server/database/tables/tables.ts';
import { emails } from '#server/emails.ts';
import { mediaUploads } from '#server/http/brand/media-uploads.ts';
import { creatorUploads } from '#server/http/creator/creator-uploads.ts';
import { metricsEndpoint } from '#server/metrics/endpoint.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createLog } from '#server/observing/log.ts';
import { noopObserve } from '#server/observing/observe.ts';
import { emailCodes } from '#server/services/accounts/email-codes.ts';
import { refreshTokens } from '#server/services/accounts/sessions/refresh-tokens.ts';
import { startSession } from '#server/services/accounts/sessions/sessions.ts';
import { startAdminSession } from '#server/services/admin/sessions.ts';
import { type CreatorLinks, creatorLinks } from '#server/services/creators/links.ts';
import { createLive, type Live } from '#server/services/feed/live/live.ts';
import { fileNames } from '#server/services/files/names.ts';
import { createPictureDrawer } from '#server/services/files/pictures/picture-drawer.ts';
import { diskFileStore } from '#server/services/files/stores/disk.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import { diskSpool } from '#server/services/files/stores/spool.ts';
import { diskUploads } from '#server/services/files/transfers/disk-uploads.ts';
import { draftKind, mediaKind, type UploadStore } from '#server/services/files/transfers/upload-store.ts';
import type { Uploads } from '#server/services/files/uploads/uploads.ts';
import type { PaymentProviders } from '#server/services/ledger/payments/provider.ts';
import { sandboxProvider } from '#server/services/ledger/payments/sandbox.ts';
import { deliverDueMails } from '#server/services/mail/deliver.ts';
import { mailRenderer } from '#server/services/mail/registry.ts';
import { fileTransport, type MailTransport } from '#server/services/mail/transport.ts';
import { composePushes } from '#server/services/notices/brands/push-messages.ts';
import { reminderLinks } from '#server/services/notices/creators/unsubscribing.ts';
import { type LookUpPost, noLookups } from '#server/services/posts/lookups/look-up.ts';
import { deliverDuePushes } from '#server/services/push/deliver.ts';
import { vapidKey } from '#server/services/push/vapid.ts';
import { accessTokens } from '#server/services/shared/access-tokens.ts';
import { originalLinks, watchLinks } from '#server/services/shared/timed-links.ts';
import { openTestDatabase } from '../postgres/database.ts';

/** A clock that only a test advances. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestServer {
  readonly app: Hono;
  readonly db: Database;
  readonly clock: TestClock;
  /** A second app on the same database, like another process of the server. */
  readonly twin: Hono;
  /** The app's change streams. */
  readonly live: Live;
  /** Store of creators' uploads. */
  readonly uploadStore: UploadStore;
  /** Store of brands' tus uploads. */
  readonly mediaStore: UploadStore;
  /** Ends uploads in progress, as the end of a process does. */
  stopUploads(): Promise<void>;
  /** Log entries at level error: each 500 response leaves one. */
  readonly errors: unknown[];
  readonly log: Logger;
  /** Brands' uploads, with their store, their names and the picture renderer. */
  readonly uploads: Uploads;
  /** Starts a session of a brand without its password. */
  sessionOf(brandId: string): Promise<BrandSession>;
  readonly links: CreatorLinks;
  /** Secret that signs sessions and links. */
  readonly secret: string;
  /** Returns the token of an offer's newest link. */
  linkOf(offerId: string): Promise<string>;
  /** Starts a session of a provider team member. */
  adminSession(email: string): Promise<AdminSession>;
  /** The server's data directory: uploads in `files`, emails in `mail`. */
  readonly dataDir: string;
  /** Sends the emails in the outbox, as files by default. */
  deliverMails(transport?: MailTransport): Promise<unknown>;
  /** Runs the work that handlers deferred until after their responses; until then none of it happens. */
  settle(): Promise<void>;
  /** Sends the pushes that are due. */
  deliverPushes(): Promise<unknown>;
  /** Listens on a free loopback port. @returns the address, such as `http://127.0.0.1:40123` */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  now?: Date;
  clock?: TestClock;
  /** Database with all tables; a new one by default. The server closes it. */
  database?: OpenDatabase;
  /** Folders of a built app to serve. */
  files?: Parameters<typeof createApp>[0]['files'];
  /** Store of brands' uploads; `files` in the data directory by default. The caller closes it. */
  store?: FileStore;
  /** Store of creators' uploads; in the data directory by default. The caller closes it. */
  uploadStore?: UploadStore;
  /** Store of brands' tus uploads; in the data directory by default. The caller closes it. */
  mediaStore?: UploadStore;
  /** Limit for the total size of a brand's files, in bytes. */
  quotaBytes?: number;
  /** Picture rendering limits that differ from the server's. */
  drawing?: Parameters<typeof createPictureDrawer>[0];
  /** Payment providers; the sandbox by default. */
  payments?: PaymentProviders;
  /** Proxies whose `X-Forwarded-For` is trusted; those on this machine by default. */
  trustedProxies?: TrustedProxies;
  /** True if users reach it by HTTPS. */
  hsts?: boolean;
  /** Origins of push services beyond the built-in ones. */
  pushServices?: string[];
  /** Lookup of posts' links; none by default. */
  lookUpPost?: LookUpPost;
  /** Flags that are on or off for brands. */
  flags?: ServerFlags;
  /** Log of the server, whose errors the test then reads itself. */
  log?: Logger;
  /** True if the server collects metrics and serves /metrics to everyone. */
  withMetrics?: boolean;
  /** Serves reports; none by default. */
  standby?: Pick<Standby, 'read'>;
  /** Contact named in emails to brands; none by default. */
  supportEmail?: string;
}

export function testClock(start: Date): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
}

/** Starts the server on its own database. It validates responses against the contract; an invalid one becomes a 500. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const clock = options.clock ?? testClock(options.now ?? new Date('2026-03-15T12:00:00.000Z'));
  const errors: unknown[] = [];
  const metrics = options.withMetrics ? createMetrics({ version: '0.0.0', commit: null }) : null;
  const observe = metrics?.observe ?? noopObserve;
  const log = options.log ?? createLog({ write: (line) => void errors.push(JSON.parse(line)) }, 'error', observe);
  const secret = 'a secret of the tests, long enough';
  const dataDir = mkdtempSync(join(tmpdir(), 'afield-test-'));
  const publicUrl = () => 'https://afield.test';
  const codes = emailCodes(secret);
  const links = creatorLinks(secret, publicUrl);
  const reminders = reminderLinks(secret, publicUrl);
  const supportEmail = options.supportEmail ?? null;
  const emailDeps = { db: database.db, codes, links, reminders, publicUrl, supportEmail, now: clock.now };
  const mail = { db: database.db, render: mailRenderer(emails, emailDeps), now: clock.now, log, observe };
  const mailFiles = fileTransport(join(dataDir, 'mail'), () => 'Afield <no-reply@afield.test>');
  const session = { db: database.db, access: accessTokens(secret), refresh: refreshTokens(secret), now: clock.now };
  const sandbox = sandboxProvider({ db: database.db, now: clock.now });
  const drawer = createPictureDrawer(options.drawing);
  const vapid = vapidKey(secret, null);
  const pushServices = options.pushServices ?? [];
  const left: (() => Promise<void>)[] = [];
  const settle = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) await task();
  };
  const liveOfProcess = () => createLive({ db: database.db, notices: database.notices, log, now: clock.now, observe });
  const [live, otherLive] = [liveOfProcess(), liveOfProcess()];
  metrics?.watch({ database, live, now: clock.now });
  const mediaStore = options.mediaStore ?? (await diskUploads(mediaKind, dataDir, database.db, log));
  const deps = {
    ...session,
    background: { run: (task: () => Promise<void>) => void left.push(task), settled: settle },
    adminAccess: accessTokens(secret, 'admin'),
    live,
    codes,
    ...{ links, reminders, originalLinks: originalLinks(secret), watchLinks: watchLinks(secret) },
    mail: { wake: () => {} },
    payments: options.payments ?? { card: sandbox, paypal: sandbox },
    media: mediaStore.files,
    uploads: {
      names: fileNames({ secret, publicUrl: null, fallbackUrl: publicUrl }),
      drawer,
      quotaBytes: options.quotaBytes ?? 5_000_000_000,
      spool: diskSpool(join(dataDir, 'incoming'), log),
      store: options.store ?? diskFileStore(join(dataDir, 'files'), log),
    },
    push: { publicKey: vapid.publicKey, pushServices },
    lookUpPost: options.lookUpPost ?? noLookups,
    ...{ log, observe },
    flags: { ...productionFlags, ...options.flags },
    trustedProxies: options.trustedProxies ?? defaultProxies,
    checkAnswers: true,
    standby: options.standby ?? null,
    hsts: options.hsts ?? false,
    ...(options.files ? { files: options.files } : {}),
  };
  const uploadStore = options.uploadStore ?? (await diskUploads(draftKind, dataDir, database.db, log));
  const receiversOfProcess = () => [creatorUploads({ ...deps, store: uploadStore }), mediaUploads(deps, mediaStore)];
  const [own, other] = [receiversOfProcess(), receiversOfProcess()];
  const measured = metrics && { countRequests: metrics.requests, metrics: metricsEndpoint(metrics, null) };
  const app = createApp({ ...deps, drafts: uploadStore.files, receivers: own, ...measured });
  const closers: (() => unknown)[] = [
    drawer.close,
    () => rmSync(dataDir, { recursive: true, force: true }),
    database.close,
  ];
  return {
    app,
    live,
    twin: createApp({ ...deps, live: otherLive, drafts: uploadStore.files, receivers: other }),
    uploadStore,
    mediaStore,
    stopUploads: async () => void (await Promise.all(own.map(({ stop }) => stop()))),
    db: database.db,
    clock,
    errors,
    log,
    uploads: deps.uploads,
    dataDir,
    links,
    secret,
    async linkOf(offerId) {
      const [offer] = await database.db.select().from(offers).where(eq(offers.id, offerId));
      if (offer === undefined) throw new Error(`No offer ${offerId}`);
      return links.tokenOf(offer);
    },
    sessionOf: (brandId) => startSession(session, brandId, null),
    adminSession: (email) => startAdminSession(deps, email),
    deliverMails: (transport = mailFiles) => deliverDueMails({ ...mail, transport }),
    settle,
    deliverPushes: () =>
      deliverDuePushes({
        ...{ db: database.db, compose: composePushes, vapid, pushServices, publicUrl, log, now: clock.now, observe },
      }),
    async listen() {
      const server = createServer(getRequestListener(app.fetch));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.push(
        () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      );
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async close() {
      // Uploads in progress write to the database, which the next server may get.
      for (const receiver of [...own, ...other]) await receiver.stop();
      for (const each of [live, otherLive]) await each.stop();
      for (const close of closers.reverse()) await close();
    },
  };
}
