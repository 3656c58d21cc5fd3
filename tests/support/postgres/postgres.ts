import { execFile, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface OwnPostgres {
  readonly url: string;
  start(): Promise<void>;
  /** Shuts it down cleanly: a standby has then replayed everything that it received. */
  stop(): Promise<void>;
  /** Kills every process at once, as a crash would: clients get no message, and the next start recovers. */
  stopNow(): Promise<void>;
  /** Starts an asynchronous standby of this server. */
  startStandby(): Promise<OwnStandby>;
  remove(): Promise<void>;
}

export interface OwnStandby extends OwnPostgres {
  /** Promotes it to primary, with everything received so far. */
  promote(): Promise<void>;
}

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';

/** True if PostgreSQL is installed on this machine. */
export const hasPostgres = (): boolean => spawnSync(join(binDir(), 'initdb'), ['--version']).status === 0;

/** Starts a PostgreSQL for one test, which can be stopped and restarted. */
export const startOwnPostgres = (): Promise<OwnPostgres> =>
  startCluster((dataDir, as) =>
    as('initdb', ['-D', dataDir, '-U', 'afield', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']),
  );

/** Runs one of PostgreSQL's programs. */
type As = (program: string, args: string[]) => Promise<unknown>;

async function startCluster(fill: (dataDir: string, as: As) => Promise<unknown>): Promise<OwnStandby> {
  // The cluster's owner is another user, who may have no access to TMPDIR, so its folder is in /tmp itself.
  const dataDir = mkdtempSync('/tmp/afield-own-pg.');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const { uid, gid } = await postgresUser();
    chownSync(dataDir, uid, gid);
  }
  const bin = binDir();
  // PostgreSQL refuses to run as root.
  const as: As = (program, args) => {
    const command = [join(bin, program), ...args];
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    return run(file, rest, { cwd: '/' });
  };
  await fill(dataDir, as);
  const port = await freePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dataDir} -c fsync=off`;
  const log = join(dataDir, 'server.log');
  const control = (...args: string[]) => as('pg_ctl', ['-D', dataDir, '-w', '-t', '60', ...args]).then(() => undefined);
  const start = () => control('-l', log, '-o', options, 'start');
  const stopNow = () => control('-m', 'immediate', 'stop');
  await start();
  return {
    url: `postgres://afield@127.0.0.1:${port}/postgres`,
    start,
    stop: () => control('-m', 'fast', 'stop'),
    stopNow,
    startStandby: () =>
      startCluster((standbyDir, asOwner) =>
        asOwner('pg_basebackup', [
          ...['-h', '127.0.0.1', '-p', String(port), '-U', 'afield', '-D', standbyDir],
          ...['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'],
        ]),
      ),
    promote: () => control('promote'),
    async remove() {
      await stopNow().catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const idOf = async (flag: '-u' | '-g') => Number((await run('id', [flag, 'postgres'])).stdout);

/** Ids of the user that PostgreSQL's programs run as if this process is root. */
export const postgresUser = async () => ({ uid: await idOf('-u'), gid: await idOf('-g') });

/** Folder of the newest installed version's programs, which Debian keeps out of the PATH. */
function binDir(): string {
  const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  return newest === undefined ? '' : join(versions, newest, 'bin');
}

/** Finds a loopback port without a listener. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
