import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Default limit of a stage: a hung one is ended, with all processes that it has started. */
const usualLimitMs = 15 * 60_000;

/** Variables of a developer's own settings, which must not change a test run. */
const ownSettings =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_POOL|FLAGS|LINK_LOOKUPS|TEST_DATABASE_URL|PUBLIC_URL|SMTP_URL|SESSION_SECRET|SEED_DEMO|SIMULATE|NODE_ENV|NODE_OPTIONS|SENTRY_DSN|(STRIPE|PAYPAL|VITE|S3)_.*)$/;

/** @returns {NodeJS.ProcessEnv} */
export function testEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)));
}

/**
 * Runs a tool to its end (`script` is a JavaScript file, relative to the project), in a process group of its own, which is
 * ended with this process.
 * @param {string} script
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, limitMs?: number }} options quiet: its output is shown only if it fails
 * @returns {Promise<boolean>} true if it exited with 0
 */
export async function runScript(script, args, { env = {}, quiet = false, limitMs = usualLimitMs } = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...testEnv(), ...env },
    detached: true,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));

  const end = () => {
    // A child that could not start has no id, and no group to end.
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has just ended by itself.
    }
  };
  const interrupted = () => {
    end();
    process.exit(130);
  };
  const timer = setTimeout(() => {
    console.error(`Stopped after ${limitMs / 60_000} minutes.`);
    end();
  }, limitMs);
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  clearTimeout(timer);

  if (code !== 0) process.stdout.write(Buffer.concat(chunks));
  return code === 0;
}
