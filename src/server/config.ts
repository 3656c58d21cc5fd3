import { resolve } from 'node:path';
import type { AppSettings } from '#contract/calls/app-settings.ts';
import { type Flags, productionFlags } from '#domain/campaigns/flags.ts';
import { defaultHost, isReachableByOthers } from './config/host.ts';
import { type MetricsConfig, metricsOf, metricsProblems } from './config/metrics.ts';
import { type Part, partProblems, readOnly } from './config/only.ts';
import { type PaymentsConfig, paymentProblems, paymentsOf } from './config/payments.ts';
import { defaultProxies, type TrustedProxies } from './config/proxies.ts';
import { type S3Config, s3Of, s3Problems } from './config/s3.ts';
import { withValueFiles } from './config/value-files.ts';
import { type Environment, isSetIn, type Name, names, readVariables, type Values } from './config/variables.ts';
import type { LogLevel } from './observing/log.ts';

/** Settings of the server, read from the environment once at startup. */
export interface Config {
  /** The part of the server that this process runs; null to run all of it. */
  only: Part | null;
  host: string;
  /** 0 to pick a free port. */
  port: number;
  /** Absolute, because child processes run in other folders. */
  dataDir: string;
  /** Null to use the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** URL for LISTEN if `databaseUrl` is a pooler; null to use `databaseUrl`. */
  listenDatabaseUrl: string | null;
  /** URL of a streaming replica for long reads; null to read from the primary. */
  readDatabaseUrl: string | null;
  /** Maximum connections from this process to each of these databases. */
  databasePool: number;
  /** URL at which users reach the app, without a trailing slash; null to use the listening address. */
  publicUrl: string | null;
  trustedProxies: TrustedProxies;
  /** Null to write emails to files. */
  smtpUrl: string | null;
  /** Email for the provider team's digests of pending work; null to send none. */
  teamEmail: string | null;
  push: {
    /** Origins of push services in addition to the built-in ones. */
    services: readonly string[];
    /** Null to derive it from the session secret. */
    vapidPrivateKey: string | null;
  };
  /** True if submitted post links are looked up on their platforms. */
  linkLookups: boolean;
  /** Null to store uploads in `dataDir`. */
  s3: S3Config | null;
  /** Quota for each brand's uploads. */
  uploadQuotaMb: number;
  /** Path of ffmpeg, which creates renditions of drafts; null to search `PATH`. */
  ffmpegPath: string | null;
  payments: PaymentsConfig;
  /** Settings sent to the app; all are public. */
  app: AppSettings;
  /** Null to generate one and store it in `dataDir`. */
  sessionSecret: string | null;
  seedDemo: boolean;
  /** Logins to the demo's accounts: none, only from this machine, or from anywhere if the demo was requested explicitly. */
  demoLogin: 'closed' | 'local' | 'open';
  simulate: boolean;
  /** Feature flags. */
  flags: Flags;
  /** Null to disable metrics. */
  metrics: MetricsConfig | null;
  logLevel: LogLevel;
}

/** Thrown for invalid settings. `problems` has a sentence for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const dataOf = ({ DATA_DIR, DATABASE_URL }: Values) => ({
  dataDir: resolve(DATA_DIR ?? '.data'),
  databaseUrl: DATABASE_URL ?? null,
});

const appSettingsOf = ({
  API_URL: apiUrl,
  SUPPORT_EMAIL: supportEmail,
  STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
  PAYPAL_CLIENT_ID: paypalClientId,
  SENTRY_DSN: sentryDsn,
}: Values): AppSettings => ({
  ...(apiUrl === undefined ? {} : { apiUrl }),
  ...(supportEmail === undefined ? {} : { supportEmail }),
  ...(stripePublishableKey === undefined ? {} : { stripePublishableKey }),
  ...(paypalClientId === undefined ? {} : { paypalClientId }),
  ...(sentryDsn === undefined ? {} : { sentryDsn }),
});

/** False for a local trial: it has no DATABASE_URL and can't be reached from other machines. */
const isInEarnest = (given: Values) => given.DATABASE_URL !== undefined || isReachableByOthers(given);

/** Settings that the operator's commands need. */
export type DataConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'sessionSecret' | 'payments' | 's3' | 'linkLookups'
> & {
  /** The server's URL; defaults to localhost. */
  publicUrl: string;
  /** Base URL of stored files; empty makes them relative to the app's origin. */
  filesUrl: string;
};

const defaultPort = 3000;

/** The server's URL on this machine. */
export const localUrl = (port = defaultPort): string => `http://localhost:${port}`;

const dataNames = [
  ...([
    'DATA_DIR',
    'DATABASE_URL',
    'SESSION_SECRET',
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'SANDBOX_PAYMENTS',
    'LINK_LOOKUPS',
  ] as const),
  ...(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
  ...(['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_ENVIRONMENT', 'PAYPAL_WEBHOOK_ID'] as const),
  ...(['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_PATH_STYLE', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
] satisfies Name[];

/**
 * Parses the settings that the operator's commands need: where data and uploads are stored, the session secret and the
 * payment providers.
 * @throws {ConfigError}
 */
export function parseDataConfig(variables: Environment): DataConfig {
  const { env, problems: fileProblems } = withValueFiles(variables, dataNames);
  const { given, problems } = readVariables(Object.fromEntries(dataNames.map((name) => [name, env[name]])));
  problems.push(...fileProblems, ...s3Problems(isSetIn(env)), ...paymentProblems(isSetIn(env), given));
  if (problems.length > 0) throw new ConfigError(problems);
  const { SESSION_SECRET: sessionSecret = null } = given;
  const { LINK_LOOKUPS: linkLookups = isInEarnest(given), PUBLIC_URL: publicUrl = localUrl(given.PORT) } = given;
  const filesUrl = given.PUBLIC_URL ?? '';
  return {
    ...dataOf(given),
    ...{ sessionSecret, payments: paymentsOf(given), s3: s3Of(given), linkLookups, publicUrl, filesUrl },
  };
}

/**
 * Parses the settings, each from its variable or from the file that `NAME_FILE` names. An empty variable counts as unset.
 * @param args the command line
 * @throws {ConfigError} listing every invalid variable and its expected value. Values aren't repeated: some are secrets.
 */
export function parseConfig(variables: Environment, args: readonly string[] = []): Config {
  const { env, problems: fileProblems } = withValueFiles(variables, names);
  const { given, problems } = readVariables(env);
  problems.push(...fileProblems);
  const isSet = isSetIn(env);
  const part = readOnly(args);
  problems.push(...part.problems, ...partProblems(part.only, isSet));
  if (isSet('DATABASE_URL') && !isSet('SESSION_SECRET')) {
    problems.push('SESSION_SECRET: required with DATABASE_URL: at least 32 bytes, and the same on all servers.');
  }
  if (isSet('DATABASE_READ_URL') && !isSet('DATABASE_URL')) {
    problems.push('DATABASE_READ_URL: the embedded database has no replicas. Set DATABASE_URL, too.');
  }
  const port = given.PORT ?? defaultPort;
  problems.push(...s3Problems(isSet), ...paymentProblems(isSet, given), ...metricsProblems(isSet, given, port));
  if (problems.length > 0) throw new ConfigError(problems);

  const host = given.HOST ?? defaultHost;
  const { dataDir, databaseUrl } = dataOf(given);
  const seedDemo = given.SEED_DEMO ?? !isInEarnest(given);
  return {
    only: part.only,
    host,
    port,
    dataDir,
    databaseUrl,
    listenDatabaseUrl: given.LISTEN_DATABASE_URL ?? null,
    readDatabaseUrl: given.DATABASE_READ_URL ?? null,
    databasePool: given.DATABASE_POOL ?? 10,
    publicUrl: given.PUBLIC_URL ?? null,
    trustedProxies: given.TRUSTED_PROXIES ?? defaultProxies,
    smtpUrl: given.SMTP_URL ?? null,
    teamEmail: given.TEAM_EMAIL ?? null,
    push: { services: given.PUSH_SERVICES ?? [], vapidPrivateKey: given.VAPID_PRIVATE_KEY ?? null },
    linkLookups: given.LINK_LOOKUPS ?? isInEarnest(given),
    s3: s3Of(given),
    uploadQuotaMb: given.UPLOAD_QUOTA_MB ?? 5_000,
    ffmpegPath: given.FFMPEG_PATH ?? null,
    payments: paymentsOf(given),
    app: appSettingsOf(given),
    sessionSecret: given.SESSION_SECRET ?? null,
    seedDemo,
    demoLogin: seedDemo ? (given.SEED_DEMO === true ? 'open' : 'local') : 'closed',
    simulate: given.SIMULATE ?? (seedDemo && !isReachableByOthers(given)),
    flags: { ...productionFlags, ...given.FLAGS },
    metrics: metricsOf(given),
    logLevel: given.LOG_LEVEL ?? 'info',
  };
}
