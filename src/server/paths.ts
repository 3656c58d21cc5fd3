import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This module runs from src/server (dev, tests) or bundled from dist/server, where the build puts copies of these
// files.
const here = dirname(fileURLToPath(import.meta.url));

/** `built` is the copy in dist/server, `source` the original, both relative to this module's folder. */
function locate(built: string, source: string): string {
  const copy = join(here, built);
  return existsSync(copy) ? copy : join(here, source);
}

/** Folder of SQL migrations with drizzle's journal in `meta`. */
export function migrationsDir(): string {
  return locate('migrations', 'database/migrations');
}

/**
 * Videos, posters and pictures of the demo brand. For an installed server they are in a separate package, which may be missing.
 */
export function demoMediaDir(): string {
  const own = locate('demo-media', 'demo/media');
  return existsSync(own) ? own : join(here, '../../../afield-demo-media');
}

/** Folder of the built app, at the same relative path either way. It may not exist: in development Vite serves the app. */
export function appDir(): string {
  return join(here, '../../dist/app');
}

/** A program for a child process, and the arguments with which Node can run it. The build puts it next to this module. */
export function childProgram(name: string, folder: string): { file: string; execArgv: string[] } {
  const file = locate(`${name}.js`, `${folder}/${name}.ts`);
  return { file, execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [] };
}

/** The contract as an OpenAPI document. */
export function apiDocumentFile(): string {
  return locate('openapi.json', '../../docs/openapi.json');
}

/** JSON file with the running release. */
export function buildFile(): string {
  return locate('build.json', '../../package.json');
}
