import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isBuilt, root, secondsSince } from './set-up.mjs';

/**
 * Builds if the build is stale. If there is no database yet, creates it in parallel to shorten a first start. Database
 * errors are ignored here: the server starts next and reports them.
 */
export async function buildWhilePreparing() {
  if (isBuilt()) return;
  const startMs = performance.now();
  console.log('Building …');
  const build =
    /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} */ (
      spawn(process.execPath, [join(root, 'src/cli/build.mjs')], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
    );
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [build];
  const stop = () => {
    for (const child of children) child.kill();
    process.exit(1);
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);

  /** @type {Promise<unknown>} */
  let prepared = Promise.resolve();
  build.once('message', () => {
    if (!needsDatabase()) return;
    const prepare = spawn(process.execPath, [join(root, 'dist/server/prepare.js')], { stdio: 'ignore' });
    children.push(prepare);
    prepared = once(prepare, 'exit').catch(() => undefined);
  });
  const [said, [code]] = await Promise.all([
    Promise.all([text(build.stdout), text(build.stderr)]),
    once(build, 'close'),
  ]);
  if (code !== 0) {
    await prepared;
    console.error(`${said.join('')}The build failed. See the output above.`);
    process.exit(1);
  }
  console.log(`Built in ${secondsSince(startMs)}.`);
  await prepared;
  process.off('SIGTERM', stop).off('SIGINT', stop);
}

const needsDatabase = () => {
  const { DATABASE_URL, DATA_DIR } = process.env;
  return !DATABASE_URL?.trim() && !existsSync(join(DATA_DIR?.trim() || '.data', 'pg'));
};
