import * as v from 'valibot';
import { flagNames, type GivenFlags } from '../contract/flags.ts';
import { switchOf } from '../domain/flags.ts';

/** Who takes payments. */
export interface PaymentsConfig {
  stripe: { secretKey: string /** Null: no events of Stripe's are taken. */; webhookSecret: string | null } | null;
  paypal: { clientId: string; clientSecret: string; environment: 'live' | 'sandbox' } | null;
  /** Whether a sandbox that moves no money stands for what isn't set. */
  sandbox: boolean;
}

/** A bucket of S3, or of a store that speaks its language. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Null: Amazon's. */
  endpoint: string | null;
  /** Whether the bucket is named in the path (host/bucket/file) and not in the host. */
  pathStyle: boolean;
  /** Null: what Amazon's library finds, such as the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Settings of the server, read from the environment once, at start. */
export interface Config {
  host: string;
  /** 0 takes a free one. */
  port: number;
  dataDir: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Connections to it that this process holds at most. */
  databasePool: number;
  /** Where users reach the app, without a slash at the end; null: the address listened on. */
  publicUrl: string | null;
  /** Null: mails become files. */
  smtpUrl: string | null;
  /** Null: uploads are kept in `dataDir`. */
  s3: S3Config | null;
  payments: PaymentsConfig;
  sentryDsn: string | null;
  /** Null: made once and kept in `dataDir`. */
  sessionSecret: string | null;
  seedDemo: boolean;
  simulate: boolean;
  /** What is switched on or off for brands, beside the app's defaults. */
  flags: GivenFlags;
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

const url = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );
const switchValue = v.pipe(v.string(), v.transform(switchOf), v.boolean());
/** `name=switch` for each, with commas between. */
const flagsValue = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.split('=').map((word) => word.trim()))),
  v.array(v.strictTuple([v.picklist(flagNames), switchValue])),
  v.transform((flags): GivenFlags => Object.fromEntries(flags)),
);

/** Each variable with the words that say what is expected of it. */
const variables = {
  PORT: [v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)), 'a port from 0 to 65535'],
  HOST: [v.pipe(v.string(), v.regex(/^[\w.:-]+$/)), 'an address or a host name to listen on, such as 127.0.0.1'],
  DATA_DIR: [v.string(), 'a folder'],
  DATABASE_URL: [url(['postgres:', 'postgresql:']), 'an address such as postgres://user:password@host:5432/database'],
  DATABASE_POOL: [
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(2), v.maxValue(500)),
    'a number of connections from 2 to 500',
  ],
  PUBLIC_URL: [
    v.pipe(
      url(['http:', 'https:']),
      v.transform((text) => text.replace(/\/+$/, '')),
    ),
    'an address such as https://afield.example',
  ],
  SMTP_URL: [url(['smtp:', 'smtps:']), 'an address such as smtps://user:password@host'],
  S3_BUCKET: [
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    "a bucket's name, such as afield-files",
  ],
  S3_REGION: [v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)), 'a region such as eu-central-1'],
  S3_ENDPOINT: [url(['http:', 'https:']), 'an address such as https://s3.example'],
  S3_PATH_STYLE: [switchValue, '1 or 0, true or false, on or off'],
  S3_ACCESS_KEY_ID: [v.pipe(v.string(), v.regex(/^\S+$/)), 'an access key id'],
  S3_SECRET_ACCESS_KEY: [v.pipe(v.string(), v.regex(/^\S+$/)), 'a secret access key'],
  STRIPE_SECRET_KEY: [v.pipe(v.string(), v.regex(/^(sk|rk)_\w+$/)), 'a secret key that starts with sk_ or rk_'],
  STRIPE_WEBHOOK_SECRET: [v.pipe(v.string(), v.regex(/^whsec_\S+$/)), 'a secret that starts with whsec_'],
  PAYPAL_CLIENT_ID: [v.string(), 'a client id'],
  PAYPAL_CLIENT_SECRET: [v.string(), 'a client secret'],
  PAYPAL_ENVIRONMENT: [v.picklist(['live', 'sandbox']), 'live or sandbox'],
  SANDBOX_PAYMENTS: [switchValue, '1 or 0, true or false, on or off'],
  SENTRY_DSN: [url(['https:', 'http:']), 'a DSN such as https://key@host/project'],
  SESSION_SECRET: [
    v.pipe(
      v.string(),
      v.check((text) => Buffer.byteLength(text) >= 32),
    ),
    'a secret of 32 bytes or more',
  ],
  SEED_DEMO: [switchValue, '1 or 0, true or false, on or off'],
  SIMULATE: [switchValue, '1 or 0, true or false, on or off'],
  FLAGS: [flagsValue, `a list such as facebook=on,onboarding=off of ${flagNames.join(', ')}`],
} as const;
type Name = keyof typeof variables;
type Environment = Readonly<Record<string, string | undefined>>;
type Values = { [N in Name]?: v.InferOutput<(typeof variables)[N][0]> };

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** What the variables say that are set, and what is wrong with the others. */
function readVariables(env: Environment): { given: Values; problems: string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schema, expected]] of Object.entries(variables)) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    const result = v.safeParse(schema, text);
    if (result.success) values[name] = result.output;
    else problems.push(`${name}: expected ${expected}.`);
  }
  return { given: values, problems };
}

const dataOf = ({ DATA_DIR, DATABASE_URL }: Values) => ({
  dataDir: DATA_DIR ?? '.data',
  databaseUrl: DATABASE_URL ?? null,
});

const isSetIn = (env: Environment) => (name: Name) => (env[name]?.trim() ?? '') !== '';

const hostOf = ({ HOST }: Values) => HOST ?? '127.0.0.1';

function s3Of(given: Values): S3Config | null {
  const { S3_BUCKET: bucket, S3_REGION: region = 'us-east-1', S3_ENDPOINT: endpoint = null } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (bucket === undefined) return null;
  return {
    ...{ bucket, region, endpoint },
    // Stores of one's own seldom have a host name for each bucket.
    pathStyle: given.S3_PATH_STYLE ?? endpoint !== null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

/** What is wrong with how the variables of S3 go together. */
function s3Problems(isSet: (name: Name) => boolean): string[] {
  const problems: string[] = [];
  if (isSet('S3_ACCESS_KEY_ID') !== isSet('S3_SECRET_ACCESS_KEY')) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: expected both or neither.');
  }
  const names = Object.keys(variables) as Name[];
  const others = names.filter((name) => name.startsWith('S3_') && name !== 'S3_BUCKET' && isSet(name));
  if (others.length > 0 && !isSet('S3_BUCKET'))
    problems.push(`S3_BUCKET: expected a bucket beside ${others.join(', ')}.`);
  return problems;
}

function paymentsOf(given: Values): PaymentsConfig {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = null } = given;
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_ENVIRONMENT: environment } = given;
  return {
    stripe: secretKey === undefined ? null : { secretKey, webhookSecret },
    paypal: clientId && clientSecret ? { clientId, clientSecret, environment: environment ?? 'live' } : null,
    // Funds that nobody paid are for trying things out: not where others can reach it, unless that is asked for.
    sandbox: given.SANDBOX_PAYMENTS ?? (!takesMoney(given) && isLoopback(hostOf(given))),
  };
}

/** Whether a provider is set up: PayPal's own sandbox moves no money either. */
const takesMoney = ({ STRIPE_SECRET_KEY, PAYPAL_CLIENT_ID, PAYPAL_ENVIRONMENT }: Values) =>
  STRIPE_SECRET_KEY !== undefined || (PAYPAL_CLIENT_ID !== undefined && PAYPAL_ENVIRONMENT !== 'sandbox');

/** What is wrong with how the variables of payments go together. */
function paymentProblems(isSet: (name: Name) => boolean, given: Values): string[] {
  const problems: string[] = [];
  if (isSet('PAYPAL_CLIENT_ID') !== isSet('PAYPAL_CLIENT_SECRET')) {
    problems.push('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: expected both or neither.');
  }
  if (given.STRIPE_WEBHOOK_SECRET !== undefined && !isSet('STRIPE_SECRET_KEY')) {
    problems.push('STRIPE_WEBHOOK_SECRET: expected STRIPE_SECRET_KEY beside it.');
  }
  if (given.SANDBOX_PAYMENTS && takesMoney(given)) {
    problems.push('SANDBOX_PAYMENTS: expected off beside keys of a payment provider.');
  }
  return problems;
}

/** What the operator's commands need of the settings. */
export type DataConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'sessionSecret' | 'payments'>;

const dataNames = [
  ...(['DATA_DIR', 'DATABASE_URL', 'SESSION_SECRET', 'HOST', 'SANDBOX_PAYMENTS'] as const),
  ...(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
  ...(['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_ENVIRONMENT'] as const),
] satisfies Name[];

/**
 * Reads where the data are, what signs sessions and who takes payments, which is all that the operator's commands need.
 * @throws {ConfigError}
 */
export function parseDataConfig(env: Environment): DataConfig {
  const { given, problems } = readVariables(Object.fromEntries(dataNames.map((name) => [name, env[name]])));
  problems.push(...paymentProblems(isSetIn(env), given));
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...dataOf(given), sessionSecret: given.SESSION_SECRET ?? null, payments: paymentsOf(given) };
}

/**
 * Reads the settings. An empty variable is as good as none.
 * @throws {ConfigError} naming every variable that can't be used, and what is expected. Values are not repeated: some are secrets.
 */
export function parseConfig(env: Environment): Config {
  const { given, problems } = readVariables(env);
  const isSet = isSetIn(env);
  if (isSet('DATABASE_URL') && !isSet('SESSION_SECRET')) {
    problems.push(
      'SESSION_SECRET: expected a secret of 32 bytes or more beside DATABASE_URL, the same for all servers.',
    );
  }
  problems.push(...s3Problems(isSet), ...paymentProblems(isSet, given));
  if (problems.length > 0) throw new ConfigError(problems);

  const host = hostOf(given);
  const { dataDir, databaseUrl } = dataOf(given);
  const seedDemo = given.SEED_DEMO ?? (databaseUrl === null && isLoopback(host));
  return {
    host,
    port: given.PORT ?? 3000,
    dataDir,
    databaseUrl,
    databasePool: given.DATABASE_POOL ?? 10,
    publicUrl: given.PUBLIC_URL ?? null,
    smtpUrl: given.SMTP_URL ?? null,
    s3: s3Of(given),
    payments: paymentsOf(given),
    sentryDsn: given.SENTRY_DSN ?? null,
    sessionSecret: given.SESSION_SECRET ?? null,
    seedDemo,
    simulate: given.SIMULATE ?? (seedDemo && isLoopback(host)),
    flags: given.FLAGS ?? {},
  };
}
