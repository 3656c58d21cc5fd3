// npm run test:container builds the image of Containerfile, starts it, logs in, stops it and starts it again. It needs
// no container engine: Debian's buildah builds and runs it, on a base that mmdebstrap creates instead of the official
// Node image. As root on Debian it takes about 15 minutes and 12 GB in --folder, where a second run reuses most layers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { npm, root } from '#cli/set-up.mjs';
import { aptInstall } from '#tests/runner/apt.mjs';

const { values } = parseArgs({ options: { folder: { type: 'string', default: join(tmpdir(), 'afield-container') } } });
const { folder } = values;
const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
const demo = { email: 'demo@afield.test', password: 'Demo-pass1!' };

const isThere = (/** @type {string} */ program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
const missing = ['buildah', 'mmdebstrap'].filter((program) => !isThere(program));
const skipped =
  process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'it needs root on Linux'
    : missing.length > 0 && !aptInstall(missing).ok && `install ${missing.join(' and ')}`;
if (skipped) {
  console.log(`Skipped: ${skipped}.`);
  process.exit(0);
}

/** @param {string} command @param {string[]} args */
function run(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout.trim();
}
const buildah = (/** @type {string[]} */ ...args) => run('buildah', [...store, ...args]);
const check = (/** @type {boolean} */ isRight, /** @type {string} */ sentence) => {
  if (!isRight) throw new Error(`Expected: ${sentence}`);
  console.log(`ok: ${sentence}`);
};

const text = readFileSync(join(root, 'Containerfile'), 'utf8');
const base = /^FROM (\S+)/m.exec(text)?.[1] ?? '';
mkdirSync(folder, { recursive: true });

/** Debian with the Node version of the base image; npm and its settings are this machine's. */
function makeBase() {
  const tar = join(folder, 'base.tar');
  if (!existsSync(tar)) run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', tar]);
  const major = /node:(\d+)/.exec(base)?.[1] ?? '';
  const architecture = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';
  const [command, args] = npm([
    'install',
    '--prefix',
    folder,
    `node-${architecture}@${major}`,
    '--no-audit',
    '--no-fund',
  ]);
  run(command, args, folder);
  const npmFolder = dirname(dirname(run('readlink', ['-f', run('sh', ['-c', 'command -v npm'])])));
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  writeFileSync(join(folder, 'npmrc'), `cafile=${certificates}\n`);
  const made = buildah('from', 'scratch');
  buildah('add', made, tar, '/');
  buildah(
    'copy',
    '--chmod',
    '755',
    made,
    join(folder, `node_modules/node-${architecture}/bin/node`),
    '/usr/local/bin/node',
  );
  buildah('copy', made, npmFolder, '/usr/local/lib/node_modules/npm');
  buildah('copy', made, certificates, certificates);
  buildah('copy', made, join(folder, 'npmrc'), '/usr/local/etc/npmrc');
  const finish = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm; useradd -u 1000 -m node';
  buildah('run', '--isolation', 'chroot', made, '--', 'sh', '-c', finish);
  buildah('commit', '--format', 'docker', made, base);
  buildah('rm', made);
}

const hasBase = spawnSync('buildah', [...store, 'inspect', '--type', 'image', base], { stdio: 'ignore' }).status === 0;
if (!hasBase) makeBase();
console.log(`Building on ${base} …`);
// Without --format docker, buildah silently drops HEALTHCHECK.
const options = ['--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers'];
buildah('bud', ...options, '-f', 'Containerfile', '-t', 'afield', '.');

const image = JSON.parse(buildah('inspect', '--type', 'image', 'afield')).Docker.config;
check(image.User === '1000:1000', 'the image runs as user 1000');
check(
  image.Env.includes('HOST=0.0.0.0') && image.Env.includes('DATA_DIR=/data'),
  'it listens on all addresses, with its data in /data',
);
check('/data' in image.Volumes, '/data is a volume');
check(image.Healthcheck?.Test?.[0] === 'CMD', 'the image has a health check');

const port = await freePort();
// Buildah keeps the image's volume with the container, so a second start finds the first one's data.
const container = buildah('from', '--pull-never', 'afield');
try {
  const runArgs = ['--isolation', 'chroot', '-e', `PORT=${port}`, '-e', 'SEED_DEMO=1', '-e', 'SIMULATE=0'];
  const inContainer = (/** @type {string[]} */ args) => [...store, 'run', ...runArgs, container, '--', ...args];
  const isHealthy = () => spawnSync('buildah', inContainer(image.Healthcheck.Test.slice(1))).status === 0;

  check(!isHealthy(), 'the health check fails without a server');
  for (const round of ['first', 'second']) {
    const startMs = performance.now();
    const server = spawn('buildah', inContainer(image.Entrypoint), { stdio: ['ignore', 'inherit', 'inherit'] });
    const ended = once(server, 'exit');
    while (!(await isReady())) {
      if (server.exitCode !== null) throw new Error('The server ended.');
      await wait(200);
    }
    console.log(`${round} start: ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
    check(await canLogIn(), `it takes a login after its ${round} start`);
    check(isHealthy(), 'the health check passes');
    const brands = run('buildah', inContainer(['afield', 'admin', 'list-brands', '--json']));
    check(brands.includes(demo.email), 'a command runs beside the server');
    // Chroot isolation has no PID namespace, so the lock contains the server's host PID.
    const [pid = ''] = run('buildah', inContainer(['cat', '/data/server.lock'])).split(' ');
    process.kill(Number(pid), 'SIGTERM');
    const [code] = await ended;
    check(code === 0, 'SIGTERM ends it with 0');
  }
  check(run('buildah', inContainer(['ffmpeg', '-version'])).startsWith('ffmpeg version'), 'it has ffmpeg');
  // As root, which can read every file. Other file systems, such as a volume, aren't searched.
  const search = ['find', '/', '-xdev', '-user', '1000', '-not', '-path', '/home/*', '-not', '-path', '/tmp/*'];
  const written = buildah('run', '--isolation', 'chroot', '--user', '0', container, '--', ...search).split('\n');
  const beside = written.filter((path) => !/^\/(data|home|tmp|proc)(\/|$)/.test(path) && path !== '');
  check(beside.join() === '', 'it has written nothing outside of /data and /tmp');
} finally {
  buildah('rm', container);
}

async function isReady() {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function canLogIn() {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/brand/v1.0/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(demo),
  });
  return response.status === 200;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
