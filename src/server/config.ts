import { resolve } from 'node:path';
import type { AppSettings } from '#contract/calls/app-settings.ts';
import { type Flags, productionFlags } from '#domain/campaigns/flags.ts';
import { defaultHost, isForOthers } from './config/host.ts';
import { type MetricsConfig, metricsOf, metricsProblems } from './config/metrics.ts';
import { type Part, partProblems, readOnly } from './config/only.ts';
import { type PaymentsConfig, paymentProblems, paymentsOf } from './config/payments.ts';
import { defaultProxies, type TrustedProxies } from './config/proxies.ts';
import { type S3Config, s3Of, s3Problems } from './config/s3.ts';
import { withValueFiles } from './config/value-files.ts';
import { type Environment, isSetIn, type Name, names, readVariables, type Values } from './config/variables.ts';
import type { LogLevel } from './observing/log.ts';

/** Settings of the server, read from the environment once, at start. */
export interface Config {
  /** The part of the server that this process is; null: all of it. */
  only: Part | null;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Absolute, since programs that the server starts run in other folders. */
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Address at which LISTEN works, where `databaseUrl` is a pooler; null: the same. */
  listenDatabaseUrl: string | null;
  /** Address of a streaming replica that answers long reads; null: the database does. */
  readDatabaseUrl: string | null;
  /** Connections to each of these that this process holds at most. */
  databasePool: number;
  /** Address at which users reach the app, without a slash at the end; null: the address listened on. */
  publicUrl: string | null;
  trustedProxies: TrustedProxies;
  /** Null: mails become files. */
  smtpUrl: string | null;
  /** Mail address at which the provider's team reads what waits for it; null: no such mails. */
  teamEmail: string | null;
  push: {
    /** Origins of push services beyond the known. */
    services: readonly string[];
    /** Null: made of the session secret. */
    vapidPrivateKey: string | null;
  };
  /** True if platforms are asked about the links of posts that are handed in. */
  linkLookups: boolean;
  /** Null: uploads are kept in `dataDir`. */
  s3: S3Config | null;
  /** Bytes that a brand's uploads may take up. */
  uploadQuotaMb: number;
  /** Program that makes renditions of drafts; null: the one in `PATH`, if there is one. */
  ffmpegPath: string | null;
  payments: PaymentsConfig;
  /** Settings that are sent to the app, all of them public. */
  app: AppSettings;
  /** Null: made once and kept in `dataDir`. */
  sessionSecret: string | null;
  seedDemo: boolean;
  /** From where the demo's accounts can be logged in to: nowhere, this machine, or anywhere if the demo was asked for. */
  demoLogin: 'closed' | 'local' | 'open';
  simulate: boolean;
  /** Switches that are on or off for brands. */
  flags: Flags;
  /** Null: no metrics. */
  metrics: MetricsConfig | null;
  logLevel: LogLevel;
}

/** The environment has values that can't be used; one problem each. */
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

/** The app's settings that are set in the variables. */
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

/** True unless the server is a local trial: it has a DATABASE_URL, or is set up for others. */
const isInEarnest = (given: Values) => given.DATABASE_URL !== undefined || isForOthers(given);

/** Settings that the operator's commands need. */
export type DataConfig = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'sessionSecret' | 'payments' | 's3' | 'linkLookups'
> & {
  /** Address of the server; where none is set, on this machine. */
  publicUrl: string;
  /** Start of the addresses of stored files: empty where they begin at the root of wherever the app was opened. */
  filesUrl: string;
};

const defaultPort = 3000;

/** Address at which this machine reaches its server. */
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
 * Reads where data and uploads are, what signs sessions and who takes payments: all that the operator's commands need.
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
 * Reads the settings: each from its variable, or from the file that `NAME_FILE` names. An empty variable is as good as none.
 * @param args the command line
 * @throws {ConfigError} naming every variable that can't be used, and what is expected. Values are not repeated: some are
 * secrets.
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
    simulate: given.SIMULATE ?? (seedDemo && !isForOthers(given)),
    flags: { ...productionFlags, ...given.FLAGS },
    metrics: metricsOf(given),
    logLevel: given.LOG_LEVEL ?? 'info',
  };
}
