import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchForSilence } from './silence.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A stage without a finished test for this long hangs: a test that takes longer has others running beside it. */
const silenceLimitMs = 5 * 60_000;

/** Variables of a developer's own settings, which must not affect a test run. */
const ownSettings =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|LISTEN_DATABASE_URL|DATABASE_READ_URL|DATABASE_POOL|FLAGS|LINK_LOOKUPS|TEST_DATABASE_URL|PUBLIC_URL|SMTP_URL|SESSION_SECRET|SEED_DEMO|SIMULATE|NODE_ENV|NODE_OPTIONS|SENTRY_DSN|FAST_CHECK_SEED|AFIELD_RUNS|(STRIPE|PAYPAL|VITE|S3)_.*)(_FILE)?$/;

/** @returns {NodeJS.ProcessEnv} */
export function testEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)));
}

/**
 * Runs a tool until it exits (`script` is a JavaScript file, relative to the project), in its own process group, which is
 * killed with this process. A tool that hangs is killed, too, and its running tests are listed. It hangs if no test or step
 * has finished for five minutes (`reports`: according to progress.mjs), or, if it doesn't report, if it has printed nothing
 * for as long.
 * @param {string} script
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, reports?: boolean, limitMs?: number }} options
 *   quiet: its output is shown only if it fails
 * @returns {Promise<boolean>} true if it exited with 0
 */
export async function runScript(
  script,
  args,
  { env = {}, quiet = false, reports = false, limitMs = silenceLimitMs } = {},
) {
  // Runners that report progress keep the terminal, and with it their colors.
  const output = reports && !quiet ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...testEnv(), ...env },
    detached: true,
    // A tool that doesn't report may mistake an IPC channel for a sign that something else has started it.
    stdio: reports ? ['ignore', output, output, 'ipc'] : ['ignore', output, output],
  });

  const end = () => {
    // A child that failed to start has no id, and no group to end.
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  };
  const silence = watchForSilence({
    limitMs,
    onSilence(running) {
      console.error(`Stopped: no progress for ${limitMs / 60_000} minutes.`);
      for (const name of running) console.error(`Still running: ${name.replaceAll(root, '')}`);
      end();
    },
  });
  child.on('message', silence.progress);

  /** @type {Buffer[]} */
  const chunks = [];
  for (const [from, to] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    from?.on('data', (chunk) => {
      if (!reports) silence.restart();
      if (quiet) chunks.push(chunk);
      else to.write(chunk);
    });
  }

  const interrupted = () => {
    end();
    process.exit(130);
  };
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  silence.stop();

  if (code !== 0) process.stdout.write(Buffer.concat(chunks));
  return code === 0;
}
