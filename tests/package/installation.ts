import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { npm, root } from '#cli/set-up.mjs';
import { read } from '#tests/laws/files.ts';

const version: string = JSON.parse(read('package.json')).version;
export const tarballs = ['afield', 'afield-demo-media'].map((name) => join(root, 'dist', `${name}-${version}.tgz`));

/** The registry is unreachable and npm's cache lacks a package, so the installation can't be tested. */
export class NoRegistryError extends Error {
  override readonly name = 'NoRegistryError';
}

const isWithoutRegistry =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|EIDLETIMEOUT)\b/;

export interface Installation {
  /** The previously empty folder, now with `node_modules`. */
  folder: string;
  /** Runs `npx afield` there until it exits, with an empty home and only these settings. */
  run(args: string[], settings?: Record<string, string>): { code: number | null; stdout: string; stderr: string };
  /** Starts `npx afield` there; resolves when it reports that it is ready. */
  start(settings: Record<string, string>): Promise<Started>;
}

export interface Started {
  address: string;
  /** Time from the command to the line that reports readiness. */
  readyMs: number;
  said(): string;
  /** Sends SIGTERM to the server; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Builds the packages with `npm run pack`; returns its output. */
export function pack(): string {
  return succeed(process.execPath, [join(root, 'src/cli/package/pack.mjs')], root, process.env);
}

/**
 * Installs packages into an empty folder. npm keeps its settings and cache; everything else has an empty home.
 * @throws {NoRegistryError}
 */
export function install(parent: string, packages = tarballs): Installation {
  const [folder, home] = [join(parent, 'app'), join(parent, 'home')];
  for (const each of [folder, home]) mkdirSync(each);
  const { PATH = '', TMPDIR = '/tmp', npm_config_cache: cache = join(homedir(), '.npm') } = process.env;
  const env = { PATH, TMPDIR, HOME: home };
  const settings = { npm_config_cache: cache, npm_config_userconfig: join(homedir(), '.npmrc') };
  const [command, args] = npm([
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...packages,
  ]);
  succeed(command, args, folder, { ...env, ...settings });

  // npx would put a shell between the test and the server, which would swallow signals.
  const program = join(folder, 'node_modules/.bin/afield');
  return {
    folder,
    run(given, more = {}) {
      const { status, stdout, stderr } = spawnSync('npx', ['--no', 'afield', ...given], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...env, npm_config_update_notifier: 'false', ...more },
      });
      return { code: status, stdout, stderr };
    },
    start: (more) => startProgram(program, folder, { ...env, LINK_LOOKUPS: 'off', ...more }),
  };
}

function succeed(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  if (status === 0) return stdout;
  if (isWithoutRegistry.test(stderr))
    throw new NoRegistryError(`npm can't reach its registry: ${stderr.slice(0, 500)}`);
  throw new Error(`${command} ${args.join(' ')} failed (${status ?? error?.message}): ${stdout}${stderr}`);
}

async function startProgram(program: string, cwd: string, env: Record<string, string>): Promise<Started> {
  const startMs = performance.now();
  const child = spawn(program, [], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const output = { text: '' };
  const address = await addressOf(child, output);
  return {
    address,
    readyMs: performance.now() - startMs,
    said: () => output.text,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function addressOf(child: ChildProcess, output: { text: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const onOutput = (text: Buffer) => {
      output.text += text;
      const [, address] = /^Afield is ready at (\S+)$/m.exec(output.text) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The server ended: ${output.text}`)));
  });
}

/** Bytes of all files below these paths. */
export function bytesOf(...paths: string[]): number {
  return paths
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory() ? readdirSync(path).map((name) => bytesOf(join(path, name))) : statSync(path).size,
    )
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Installed packages, by their paths below `node_modules`. */
export function packagesIn(folder: string): string[] {
  const names = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  return names.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, 'node_modules', name)).map((each) => `${name}/${each}`) : name,
  );
}

/** Bytes of the package itself, and of its dependencies. */
export function installedBytes(folder: string): { own: number; dependencies: number } {
  const pathOf = (name: string) => join(folder, 'node_modules', name);
  const others = packagesIn(folder).filter((name) => !name.startsWith('afield'));
  return { own: bytesOf(pathOf('afield')), dependencies: bytesOf(...others.map(pathOf)) };
}
