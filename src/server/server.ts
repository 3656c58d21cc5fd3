import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Logger, pino } from 'pino';
import { createApp, createProbes } from './app.ts';
import { backgroundWork } from './background.ts';
import { copyEmbedded, placeOfFiles } from './backup/tables/database-copy.ts';
import { readBuild } from './build.ts';
import { tidySpool } from './clocks/housekeeping.ts';
import { type Jobs, startJobs } from './clocks/jobs.ts';
import { tasks } from './commands/all.ts';
import { type Config, ConfigError, localUrl } from './config.ts';
import { startControl } from './control/server.ts';
import { createDataDir, readOrCreateSecret } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { OpenDatabase } from './database/database.ts';
import { folderIdentity, openEmbedded } from './database/embedded.ts';
import { openRemote } from './database/remote.ts';
import { openStandby } from './database/standby.ts';
import { accountsClosedTo } from './demo/doors.ts';
import { seedDemo } from './demo/seed.ts';
import { withSystemErrorText } from './errors/start-error.ts';
import { mediaUploads } from './http/brand/media-uploads.ts';
import { creatorUploads } from './http/creator/creator-uploads.ts';
import { addressReader } from './http/requests/address.ts';
import { unfinishedBodies } from './http/requests/unfinished-bodies.ts';
import { metricsApp, metricsEndpoint } from './metrics/endpoint.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createLog } from './observing/log.ts';
import { noopObserve } from './observing/observe.ts';
import { appDir, demoMediaDir } from './paths.ts';
import { emailCodes } from './services/accounts/email-codes.ts';
import { refreshTokens } from './services/accounts/sessions/refresh-tokens.ts';
import { creatorLinks } from './services/creators/links.ts';
import { noticeRestore } from './services/feed/feed-history.ts';
import { createLive } from './services/feed/live/live.ts';
import { fileNames } from './services/files/names.ts';
import { createPictureDrawer } from './services/files/pictures/picture-drawer.ts';
import { diskSpool } from './services/files/stores/spool.ts';
import { configuredFileStore } from './services/files/stores/store.ts';
import { configuredUploadStore } from './services/files/transfers/configured-store.ts';
import { draftKind, mediaKind, type UploadKind } from './services/files/transfers/upload-store.ts';
import { configuredProviders } from './services/ledger/payments/configured.ts';
import { reminderLinks } from './services/notices/creators/unsubscribing.ts';
import { configuredLookups } from './services/posts/lookups/look-up.ts';
import { logSharedPosts } from './services/posts/registry/shared-posts.ts';
import { vapidKey } from './services/push/vapid.ts';
import { accessTokens } from './services/shared/access-tokens.ts';
import { originalLinks, watchLinks } from './services/shared/timed-links.ts';

export interface RunningServer {
  /** Listening address, such as http://127.0.0.1:3000. */
  readonly address: string;
  /** Reports that it isn't ready, lets running requests finish, then closes everything; takes at most ten seconds. */
  stop(): Promise<void>;
}

/** A stopped process may be killed after ten seconds, as Docker does by default. */
const stopTimeoutMs = 9_000;
/** Share of `stopTimeoutMs` for running requests, which are aborted afterwards. */
const requestsTimeoutMs = 5_000;
/** Interval of checks for stalled bodies. */
const stalledCheckMs = 5_000;
/** Time for which a stopping server still responds and reports that it isn't ready, so that load balancers drain it. */
const drainMs = { alone: 300, amongOthers: 3_000 } as const;

/**
 * Opens the database, runs migrations and listens.
 * @throws {ConfigError} {@link DataDirInUseError} or a system error, after closing everything that was opened
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const metrics = config.metrics === null ? null : createMetrics(readBuild());
  const observe = metrics?.observe ?? noopObserve;
  const log = createLog(pino.destination(2), config.logLevel, observe);
  const closers: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    await probe(config);
    const { own = null, token: metricsToken = null } = config.metrics ?? {};
    if (own !== null) await withSystemErrorText('METRICS_PORT', () => probe(own));
    const { database, secret } = await open(config, log, closers);
    const now = () => new Date();
    const codes = emailCodes(secret);
    let address = '';
    let isStopping = false;
    let jobs: Jobs | null = null;
    const publicUrl = () => config.publicUrl ?? address;
    const place = config.databaseUrl === null ? folderIdentity(config.dataDir) : '';
    if (await noticeRestore(database.db, place))
      log.warn('The database was restored from a backup: devices will download everything again');
    await logSharedPosts(database.db, log);
    if (config.seedDemo) await seedDemo(database.db, { now: now() });
    const { readDatabaseUrl, databasePool: poolSize } = config;
    const standby = readDatabaseUrl === null ? null : openStandby(readDatabaseUrl, { poolSize, log, observe });
    if (standby !== null) closers.push(standby.close);
    const payments = await configuredProviders(config.payments, { db: database.db, now });
    const store = await configuredFileStore(config, log);
    closers.push(store.close);
    if (config.only !== null && config.s3 === null) {
      log.warn('S3_BUCKET is not set, so uploads are in DATA_DIR, which web and jobs processes have to share');
    }
    const storeOf = async (kind: UploadKind) => {
      const opened = await withSystemErrorText('DATA_DIR', () => configuredUploadStore(kind, config, database.db, log));
      closers.push(opened.close);
      return opened;
    };
    const [uploadStore, mediaStore] = [await storeOf(draftKind), await storeOf(mediaKind)];
    const workDir = join(config.dataDir, 'renditions');
    const spool = diskSpool(join(config.dataDir, 'incoming'), log);
    const drawer = createPictureDrawer();
    closers.push(drawer.close);
    const vapid = vapidKey(secret, config.push.vapidPrivateKey);
    const pushServices = config.push.services;
    const links = creatorLinks(secret, publicUrl);
    const { trustedProxies } = config;
    const reminders = reminderLinks(secret, publicUrl);
    const background = backgroundWork(log);
    closers.push(background.settled);
    const live = createLive({ db: database.db, notices: database.notices, log, now, observe });
    closers.push(live.stop);
    metrics?.watch({ database, live, now });
    const kept = {
      names: fileNames({ secret, publicUrl: config.publicUrl, fallbackUrl: publicUrl }),
      ...{ spool, store, drawer, quotaBytes: config.uploadQuotaMb * 1_000_000 },
    };
    const bodies = unfinishedBodies(addressReader(trustedProxies), () => performance.now());
    const deps = {
      db: database.db,
      standby,
      payments,
      flags: config.flags,
      trustedProxies,
      // Needed even if the demo is disabled: a database from a local trial may still have its accounts.
      closedTo: accountsClosedTo(config.demoLogin, log),
      access: accessTokens(secret),
      adminAccess: accessTokens(secret, 'admin'),
      refresh: refreshTokens(secret),
      codes,
      ...{ links, reminders, originalLinks: originalLinks(secret), watchLinks: watchLinks(secret) },
      mail: { wake: () => jobs?.wakeMails() },
      ...{ background, live },
      uploads: kept,
      media: mediaStore.files,
      push: { publicKey: vapid.publicKey, pushServices },
      lookUpPost: configuredLookups(config),
      log,
      observe,
      now,
      checkAnswers: runsFromSource,
    };
    const receivers =
      config.only === 'jobs' ? [] : [creatorUploads({ ...deps, store: uploadStore }), mediaUploads(deps, mediaStore)];
    const watched = {
      ...{ db: database.db, log, isStopping: () => isStopping },
      ...(metrics && { countRequests: metrics.requests }),
      ...(metrics && !own && { metrics: metricsEndpoint(metrics, metricsToken) }),
    };
    const app =
      config.only === 'jobs'
        ? createProbes(watched)
        : createApp({
            ...{ ...deps, ...watched, receivers, drafts: uploadStore.files, limitBodies: bodies.limit },
            hsts: config.publicUrl?.startsWith('https:') === true,
            files: { appDir: appDir(), demoMediaDir: demoMediaDir(), settings: config.app },
          });
    if (config.only === 'web') closers.push(tidySpool(spool, log));
    const server = createServer(getRequestListener(app.fetch));
    address = await listen(server, config);
    const stalls = setInterval(bodies.endStalled, stalledCheckMs);
    closers.push(
      () => clearInterval(stalls),
      () => close(server),
      ...receivers.map(({ stop }) => stop),
    );
    if (metrics && own) {
      const reading = createServer(getRequestListener(metricsApp(metrics, metricsToken).fetch));
      const at = await withSystemErrorText('METRICS_PORT', () => listen(reading, own));
      closers.push(() => close(reading));
      log.info(`Metrics are at ${at}/metrics`);
    }
    if (config.only !== 'web') {
      const arriving = { drafts: uploadStore, media: mediaStore };
      jobs = startJobs(config, {
        ...{
          database,
          payments,
          uploads: kept,
          arriving,
          workDir,
          vapid,
          codes,
          links,
          reminders,
          publicUrl,
          log,
          now,
          observe,
        },
      });
      closers.push(jobs.stop);
    }
    return {
      address,
      async stop() {
        isStopping = true;
        const late = AbortSignal.timeout(stopTimeoutMs);
        // Open streams would keep the server from closing. Their clients reconnect to another process during the drain.
        const streamsEnded = live.stop();
        await wait(config.databaseUrl === null ? drainMs.alone : drainMs.amongOthers);
        // Work that still hangs, such as sending an email, is abandoned: no response depended on it.
        await Promise.race([streamsEnded.then(closeAll), once(late, 'abort')]);
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Development and tests run the TypeScript sources; the build compiles them to JavaScript. */
const runsFromSource = import.meta.url.endsWith('.ts');

async function open(
  {
    dataDir,
    databaseUrl,
    listenDatabaseUrl,
    databasePool,
    sessionSecret,
    s3,
    payments: settings,
    linkLookups,
    ...config
  }: Config,
  log: Logger,
  closers: (() => unknown)[],
): Promise<{ database: OpenDatabase; secret: string }> {
  await withSystemErrorText('DATA_DIR', () => createDataDir(dataDir));
  if (databaseUrl !== null) {
    if (sessionSecret === null) throw new ConfigError(['SESSION_SECRET: required with DATABASE_URL.']);
    const onIdleError = (error: Error) => log.warn({ err: error }, 'A database connection failed');
    const database = await openRemote(databaseUrl, {
      ...{ poolSize: databasePool, listenUrl: listenDatabaseUrl, onIdleError },
      onLimitsPerTransaction: (roleDefaults) =>
        log.warn(
          `A pooler doesn’t pass on statement timeouts, so each transaction sets them. You can set them on the role instead: ${roleDefaults}`,
        ),
    });
    closers.push(database.close);
    return { database, secret: sessionSecret };
  }
  closers.push(await withSystemErrorText('DATA_DIR', () => lockDataDir(dataDir)));
  const database = await openEmbedded({ dataDir });
  closers.push(database.close);
  const secret = sessionSecret ?? readOrCreateSecret(dataDir);
  const now = () => new Date();
  const payments = () => configuredProviders(settings, { db: database.db, now });
  const uploadStore = () => configuredUploadStore(draftKind, { s3, dataDir }, database.db, log);
  const fileStore = () => configuredFileStore({ s3, dataDir }, log);
  const lookUpPost = configuredLookups({ linkLookups });
  const publicUrl = config.publicUrl ?? localUrl(config.port);
  const signing = { sessionSecret: () => secret, publicUrl };
  const copyDatabase = async () => {
    await copyEmbedded(database.client, dataDir);
    return { filesAt: placeOfFiles(s3) };
  };
  const context = { db: database.db, now, payments, uploadStore, fileStore, lookUpPost, copyDatabase, ...signing };
  closers.push(await startControl({ dataDir, log, tasks, ...context }));
  return { database, secret };
}

/** Listens briefly, to report a port in use before creating a database. */
async function probe(config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  await listen(server, config);
  await close(server);
}

function listen(server: Server, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const actualPort = typeof address === 'object' ? (address?.port ?? port) : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`);
    });
  });
}

/** Stops accepting connections, gives running requests time to finish, then aborts the rest. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), requestsTimeoutMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
