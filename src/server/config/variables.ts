import { createECDH } from 'node:crypto';
import { isAbsolute } from 'node:path';
import * as v from 'valibot';
import { emailAddress } from '#contract/account/email.ts';
import { flagNames, type ServerFlags } from '#contract/account/flags.ts';
import { appSettingsSchema } from '#contract/calls/app-settings.ts';
import { parseSwitch } from '#domain/campaigns/flags.ts';
import { keysOf } from '#domain/shared/keys.ts';
import { logLevels } from '../observing/log.ts';
import { trustedProxiesValue } from './proxies.ts';

const url = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );
/** The server and the app validate the app's settings with the same schema. */
const { apiUrl, supportEmail, stripePublishableKey, paypalClientId, sentryDsn } = appSettingsSchema.entries;
const portValue = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));
const hostValue = v.pipe(v.string(), v.regex(/^[\w.:-]+$/));
const switchValue = v.pipe(v.string(), v.transform(parseSwitch), v.boolean());
function isPrivateKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}
/** `name=switch` pairs, separated by commas. */
const flagsValue = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.split('=').map((word) => word.trim()))),
  v.array(v.strictTuple([v.picklist(flagNames), switchValue])),
  v.transform((flags): ServerFlags => Object.fromEntries(flags)),
);

/** Each variable's schema, and a description of the expected value. */
const variables = {
  PORT: [portValue, 'a port from 0 to 65535'],
  HOST: [hostValue, 'an address or a host name to listen on, such as 127.0.0.1'],
  DATA_DIR: [v.string(), 'a folder'],
  DATABASE_URL: [url(['postgres:', 'postgresql:']), 'an address such as postgres://user:password@host:5432/database'],
  LISTEN_DATABASE_URL: [
    url(['postgres:', 'postgresql:']),
    'an address such as postgres://user:password@host:5432/database, past any pooler',
  ],
  DATABASE_READ_URL: [
    url(['postgres:', 'postgresql:']),
    'an address such as postgres://user:password@standby:5432/database, of a streaming replica',
  ],
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
  TRUSTED_PROXIES: [trustedProxiesValue, 'networks such as 10.0.0.0/8,2001:db8::/32, or a number of proxies'],
  SMTP_URL: [url(['smtp:', 'smtps:']), 'an address such as smtps://user:password@host'],
  TEAM_EMAIL: [v.pipe(emailAddress(), v.toLowerCase()), 'an email such as team@afield.example'],
  SUPPORT_EMAIL: [supportEmail.wrapped, 'an email such as support@afield.example'],
  PUSH_SERVICES: [
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((part) => part.trim())),
      v.array(url(['http:', 'https:'])),
      v.transform((urls) => urls.map((each) => new URL(each).origin)),
    ),
    'origins separated by commas, such as https://push.example',
  ],
  VAPID_PRIVATE_KEY: [
    v.pipe(v.string(), v.regex(/^[\w-]{43}$/), v.check(isPrivateKey)),
    'a P-256 private key: 32 bytes in base64url',
  ],
  LINK_LOOKUPS: [switchValue, '1 or 0, true or false, on or off'],
  S3_BUCKET: [
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    "a bucket's name, such as afield-files",
  ],
  S3_REGION: [v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)), 'a region such as eu-central-1'],
  S3_ENDPOINT: [url(['http:', 'https:']), 'an address such as https://s3.example'],
  S3_PATH_STYLE: [switchValue, '1 or 0, true or false, on or off'],
  S3_ACCESS_KEY_ID: [v.pipe(v.string(), v.regex(/^\S+$/)), 'an access key ID'],
  S3_SECRET_ACCESS_KEY: [v.pipe(v.string(), v.regex(/^\S+$/)), 'a secret access key'],
  API_URL: [apiUrl.wrapped, 'an address such as https://api.example'],
  UPLOAD_QUOTA_MB: [
    v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(1)),
    'a number of megabytes, 1 or more',
  ],
  FFMPEG_PATH: [v.pipe(v.string(), v.check(isAbsolute)), 'the full path of ffmpeg, such as /usr/bin/ffmpeg'],
  STRIPE_SECRET_KEY: [v.pipe(v.string(), v.regex(/^(sk|rk)_\w+$/)), 'a secret key that starts with sk_ or rk_'],
  STRIPE_PUBLISHABLE_KEY: [stripePublishableKey.wrapped, 'a publishable key that starts with pk_'],
  STRIPE_WEBHOOK_SECRET: [v.pipe(v.string(), v.regex(/^whsec_\S+$/)), 'a secret that starts with whsec_'],
  PAYPAL_CLIENT_ID: [paypalClientId.wrapped, 'a client ID'],
  PAYPAL_CLIENT_SECRET: [v.string(), 'a client secret'],
  PAYPAL_WEBHOOK_ID: [v.pipe(v.string(), v.regex(/^\w{1,64}$/)), 'a webhook ID'],
  PAYPAL_ENVIRONMENT: [v.picklist(['live', 'sandbox']), 'live or sandbox'],
  SANDBOX_PAYMENTS: [switchValue, '1 or 0, true or false, on or off'],
  SENTRY_DSN: [sentryDsn.wrapped, 'a DSN such as https://key@host/project'],
  SESSION_SECRET: [
    v.pipe(
      v.string(),
      v.check((text) => Buffer.byteLength(text) >= 32),
    ),
    'a secret of at least 32 bytes',
  ],
  METRICS_PORT: [portValue, 'a port from 0 to 65535'],
  METRICS_HOST: [hostValue, 'an address or a host name to listen on, such as 127.0.0.1'],
  METRICS_TOKEN: [
    v.pipe(v.string(), v.regex(/^[\w.~+/-]{32,256}=*$/)),
    'a token of at least 32 letters and digits, such as openssl rand -hex 32 prints',
  ],
  LOG_LEVEL: [v.picklist(logLevels), `${logLevels.slice(0, -1).join(', ')} or ${logLevels.at(-1)}`],
  SEED_DEMO: [switchValue, '1 or 0, true or false, on or off'],
  SIMULATE: [switchValue, '1 or 0, true or false, on or off'],
  FLAGS: [flagsValue, `a list such as facebook=on,onboarding=off, with names from ${flagNames.join(', ')}`],
} as const;
export type Name = keyof typeof variables;
export type Environment = Readonly<Record<string, string | undefined>>;
export type Values = { [N in Name]?: v.InferOutput<(typeof variables)[N][0]> };

/** Values of the variables that are set and valid, and problems with the invalid ones. */
export function readVariables(env: Environment): { given: Values; problems: string[] } {
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

/** True if a variable is set. An empty one counts as unset. */
export const isSetIn = (env: Environment) => (name: Name) => (env[name]?.trim() ?? '') !== '';

export const names = keysOf(variables);
