import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This module runs from src/server (dev, tests) and, bundled, from dist/server, where the build has put copies.
const here = dirname(fileURLToPath(import.meta.url));

/** `built` names the copy in dist/server, `source` the original; both are relative to where this code runs. */
function locate(built: string, source: string): string {
  const copy = join(here, built);
  return existsSync(copy) ? copy : join(here, source);
}

/** The folder of SQL migrations with drizzle's journal in `meta`. */
export function migrationsDir(): string {
  return locate('migrations', 'database/migrations');
}

/**
 * The videos, posters and pictures of the demo brand's creators. An installed server has them in a package of their own, which
 * may be missing.
 */
export function demoMediaDir(): string {
  const own = locate('demo-media', 'demo/media');
  return existsSync(own) ? own : join(here, '../../../afield-demo-media');
}

/** The built app, as far from here either way. It may not exist: in development another server has the app. */
export function appDir(): string {
  return join(here, '../../dist/app');
}

/** A program that works in a process of its own, and what Node needs to run it. The build puts it beside this module. */
export function childProgram(name: string, folder: string): { file: string; execArgv: string[] } {
  const file = locate(`${name}.js`, `${folder}/${name}.ts`);
  return { file, execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [] };
}

/** The contract as OpenAPI. */
export function apiDocumentFile(): string {
  return locate('openapi.json', '../../docs/openapi.json');
}

/** A file with the release that runs. */
export function buildFile(): string {
  return locate('build.json', '../../package.json');
}
