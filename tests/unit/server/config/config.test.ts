import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { productionFlags } from '#domain/campaigns/flags.ts';
import { ConfigError, parseConfig, parseDataConfig } from '#server/config.ts';

const secret = 's'.repeat(32);
const remote = { DATABASE_URL: 'postgres://u:p@db.example/afield', SESSION_SECRET: secret };

function problemsOf(env: Record<string, string>, args: string[] = []): string[] {
  try {
    parseConfig(env, args);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((text) => text.split(':')[0] ?? '');
    throw error;
  }
}

test('the defaults are this machine only, the embedded database, the demo and simulated creators', () => {
  expect(parseConfig({})).toEqual({
    only: null,
    host: '127.0.0.1',
    port: 3000,
    // Absolute, because programs started by the server run in other folders.
    dataDir: resolve('.data'),
    databaseUrl: null,
    listenDatabaseUrl: null,
    readDatabaseUrl: null,
    databasePool: 10,
    publicUrl: null,
    trustedProxies: { networks: ['127.0.0.0/8', '::1'] },
    smtpUrl: null,
    teamEmail: null,
    push: { services: [], vapidPrivateKey: null },
    linkLookups: false,
    s3: null,
    uploadQuotaMb: 5_000,
    ffmpegPath: null,
    payments: { stripe: null, paypal: null, sandbox: true },
    app: {},
    sessionSecret: null,
    seedDemo: true,
    demoLogin: 'local',
    simulate: true,
    flags: productionFlags,
    metrics: null,
    logLevel: 'info',
  });
});

describe('a part of the server', () => {
  const named = { ...remote, PUBLIC_URL: 'https://afield.example' };
  test.each([
    [['--only', 'web'], remote, 'web'],
    [['--only=jobs'], named, 'jobs'],
  ])('is chosen by %j', (args, env, only) => {
    expect(parseConfig(env, args)).toMatchObject({ only });
  });
  test.each([
    [['--only', 'mails'], named, ['--only']],
    [['--only'], named, ['--only']],
    [['--all'], named, ['--only']],
    [['jobs'], named, ['--only']],
    [['--only', 'web'], {}, ['DATABASE_URL']],
    [['--only', 'jobs'], remote, ['PUBLIC_URL']],
  ])('is refused by %j with the settings %j', (args, env, problems) => {
    expect(problemsOf(env, args)).toEqual(problems);
  });
});

describe('flags', () => {
  test('are set individually', () => {
    expect(parseConfig({ FLAGS: 'facebook=on, onboarding=0' }).flags).toEqual({
      ...productionFlags,
      facebook: true,
      onboarding: false,
    });
  });
  test.each(['facebook', 'facebook=maybe', 'myspace=on', 'facebook=on,', 'facebook=on=off'])(
    '%s is refused',
    (FLAGS) => {
      expect(problemsOf({ FLAGS })).toEqual(['FLAGS']);
    },
  );
});

describe('demo and simulation', () => {
  test.each([
    ['this machine', { HOST: '127.0.0.2' }, [true, true]],
    ['localhost', { HOST: 'localhost' }, [true, true]],
    ['IPv6 loopback', { HOST: '::1' }, [true, true]],
    ['reachable from elsewhere', { HOST: '0.0.0.0' }, [false, false]],
    ['reachable from elsewhere, on request', { HOST: '0.0.0.0', SEED_DEMO: 'on', SIMULATE: 'true' }, [true, true]],
    ['behind a proxy on this machine', { PUBLIC_URL: 'https://afield.example' }, [false, false]],
    [
      'behind a proxy, with the demo on request',
      { PUBLIC_URL: 'https://afield.example', SEED_DEMO: 'on' },
      [true, false],
    ],
    ['an address of the network', { PUBLIC_URL: 'http://192.168.0.7:3000' }, [false, false]],
    ['this machine by name', { PUBLIC_URL: 'http://localhost:3000' }, [true, true]],
    ['this machine by IPv6', { PUBLIC_URL: 'http://[::1]:3000', HOST: '::1' }, [true, true]],
    ['a database elsewhere', remote, [false, false]],
    ['a database elsewhere, on request', { ...remote, SEED_DEMO: '1' }, [true, true]],
    ['no demo', { SEED_DEMO: '0' }, [false, false]],
    ['a demo without simulation', { SIMULATE: 'OFF' }, [true, false]],
  ])('%s', (_, env, expected) => {
    const { seedDemo, simulate } = parseConfig(env);
    expect([seedDemo, simulate]).toEqual(expected);
  });
});

describe('link lookups', () => {
  test.each([
    ['this machine', {}, false],
    ['this machine, without the demo', { SEED_DEMO: '0' }, false],
    ['this machine, on request', { LINK_LOOKUPS: 'on' }, true],
    ['reachable from elsewhere', { HOST: '0.0.0.0' }, true],
    ['behind a proxy on this machine', { PUBLIC_URL: 'https://afield.example' }, true],
    ['a database elsewhere', remote, true],
    ['a database elsewhere, turned off', { ...remote, LINK_LOOKUPS: '0' }, false],
  ])('%s', (_, env, expected) => {
    expect(parseConfig(env).linkLookups).toBe(expected);
    expect(parseDataConfig(env).linkLookups).toBe(expected);
  });

  test('refuses anything but on and off', () => {
    expect(problemsOf({ LINK_LOOKUPS: 'maybe' })).toEqual(['LINK_LOOKUPS']);
  });
});

describe('payments', () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_live_1' };
  const paypal = { PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 'secret' };

  test.each([
    ['no keys, on this machine', {}, true],
    ['no keys, reachable from elsewhere', { HOST: '0.0.0.0' }, false],
    ['reachable from elsewhere, on request', { HOST: '0.0.0.0', SANDBOX_PAYMENTS: 'on' }, true],
    ['behind a proxy on this machine', { PUBLIC_URL: 'https://afield.example' }, false],
    ['behind a proxy, on request', { PUBLIC_URL: 'https://afield.example', SANDBOX_PAYMENTS: 'on' }, true],
    ['no keys, turned off', { SANDBOX_PAYMENTS: 'off' }, false],
    ['Stripe', stripe, false],
    ['PayPal', paypal, false],
    ["PayPal's own sandbox", { ...paypal, PAYPAL_ENVIRONMENT: 'sandbox' }, true],
  ])('use the sandbox with %s: %s', (_, env, expected) => {
    expect(parseConfig(env).payments.sandbox).toBe(expected);
  });

  test('never use the sandbox together with real payments', () => {
    expect(problemsOf({ ...stripe, SANDBOX_PAYMENTS: '1' })).toEqual(['SANDBOX_PAYMENTS']);
    expect(problemsOf({ ...paypal, SANDBOX_PAYMENTS: '1' })).toEqual(['SANDBOX_PAYMENTS']);
  });

  test('have the given keys', () => {
    expect(parseConfig({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1', ...paypal }).payments).toEqual({
      stripe: { secretKey: 'sk_live_1', webhookSecret: 'whsec_1' },
      paypal: { clientId: 'id', clientSecret: 'secret', environment: 'live', webhookId: null },
      sandbox: false,
    });
    expect(problemsOf({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toEqual(['STRIPE_WEBHOOK_SECRET']);
  });
});

describe('files in S3', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  test("are in Amazon's S3, with the machine's role", () => {
    expect(parseConfig({ S3_BUCKET: 'afield-files' }).s3).toEqual({
      bucket: 'afield-files',
      region: 'us-east-1',
      endpoint: null,
      pathStyle: false,
      credentials: null,
    });
  });

  test("are in another provider's store, with path-style addresses by default", () => {
    const own = { S3_BUCKET: 'files', S3_REGION: 'eu-1', S3_ENDPOINT: 'https://s3.example', ...keys };
    expect(parseConfig(own).s3).toEqual({
      bucket: 'files',
      region: 'eu-1',
      endpoint: 'https://s3.example',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(parseConfig({ ...own, S3_PATH_STYLE: 'off' }).s3?.pathStyle).toBe(false);
  });

  test.each([
    ['S3_BUCKET', { S3_BUCKET: 'https://bucket.example' }],
    ['S3_REGION', { S3_BUCKET: 'files', S3_REGION: 'eu central' }],
    ['S3_ENDPOINT', { S3_BUCKET: 'files', S3_ENDPOINT: 's3.example' }],
    ['S3_PATH_STYLE', { S3_BUCKET: 'files', S3_PATH_STYLE: 'yes' }],
    ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example', ...keys }],
  ])('are refused with %s', (name, env) => {
    expect(problemsOf(env)).toEqual([name]);
  });
});

describe('metrics', () => {
  const token = 'f'.repeat(64);

  test.each([
    ['a token, beside the app', { METRICS_TOKEN: token }, { own: null, token }],
    ['a port, on this machine only', { METRICS_PORT: '9464' }, { own: { port: 9464, host: '127.0.0.1' }, token: null }],
    [
      'a port, with the app open to others',
      { METRICS_PORT: '9464', HOST: '0.0.0.0' },
      { own: { port: 9464, host: '127.0.0.1' }, token: null },
    ],
    [
      'an address and a token',
      { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7', METRICS_TOKEN: token },
      { own: { port: 9464, host: '10.0.0.7' }, token },
    ],
  ])('%s', (_, env, expected) => {
    expect(parseConfig(env).metrics).toEqual(expected);
  });

  test.each([
    ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: `${token} ${token}` }],
    ['METRICS_PORT', { METRICS_PORT: 'x' }],
    ['METRICS_PORT', { METRICS_HOST: '0.0.0.0' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['METRICS_PORT', { METRICS_PORT: '80', PORT: '80' }],
    ['METRICS_HOST', { METRICS_PORT: '9464', METRICS_HOST: 'http://x' }],
  ])('%s is refused', (name, env) => {
    expect(problemsOf(env)).toEqual([name]);
  });
});

test('the log uses the given level', () => {
  expect(parseConfig({ LOG_LEVEL: 'debug' }).logLevel).toBe('debug');
  expect(problemsOf({ LOG_LEVEL: 'loud' })).toEqual(['LOG_LEVEL']);
});

describe('errors name the variable', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['HOST', 'http://x'],
    ['LISTEN_DATABASE_URL', 'mysql://db.example/afield'],
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', 'many'],
    ['PUBLIC_URL', 'afield.example'],
    ['SMTP_URL', 'mail.example:25'],
    ['TEAM_EMAIL', 'team'],
    ['SUPPORT_EMAIL', 'help'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_1'],
    ['PAYPAL_ENVIRONMENT', 'production'],
    ['SANDBOX_PAYMENTS', 'maybe'],
    ['SENTRY_DSN', 'key'],
    ['SESSION_SECRET', 'short'],
    ['SEED_DEMO', 'yes'],
    ['SIMULATE', '2'],
  ])('%s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([name]);
  });

  test('list all problems at once', () => {
    expect(problemsOf({ PORT: 'x', DATABASE_URL: 'mysql://x', SIMULATE: 'x' })).toEqual([
      'PORT',
      'DATABASE_URL',
      'SIMULATE',
      'SESSION_SECRET',
    ]);
  });

  test('an external database without the shared secret', () => {
    expect(problemsOf({ DATABASE_URL: remote.DATABASE_URL })).toEqual(['SESSION_SECRET']);
    expect(problemsOf(remote)).toEqual([]);
  });

  test('a replica of the embedded database', () => {
    const DATABASE_READ_URL = 'postgres://standby.example/afield';
    expect(problemsOf({ DATABASE_READ_URL })).toEqual(['DATABASE_READ_URL']);
    expect(problemsOf({ ...remote, DATABASE_READ_URL: 'mysql://db.example/afield' })).toEqual(['DATABASE_READ_URL']);
    expect(parseConfig({ ...remote, DATABASE_READ_URL }).readDatabaseUrl).toBe(DATABASE_READ_URL);
  });

  test('half of a pair', () => {
    expect(problemsOf({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual(['STRIPE_PUBLISHABLE_KEY']);
    expect(problemsOf({ PAYPAL_CLIENT_ID: 'x' })).toEqual(['PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET']);
    expect(problemsOf({ PAYPAL_WEBHOOK_ID: 'x' })).toEqual(['PAYPAL_WEBHOOK_ID']);
  });

  test("don't repeat the value, which may be a secret", () => {
    expect(() => parseConfig({ SESSION_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  });
});

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: ' ', SIMULATE: '' })).toEqual(parseConfig({}));
});
