import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from '#tests/runner/apt.mjs';
import { hasPgBouncer } from '#tests/support/postgres/pgbouncer.ts';
import { hasPostgres } from '#tests/support/postgres/postgres.ts';

/** Debian installs these programs where only root's PATH looks. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];

/** Path of the installed HAProxy, or null. */
export const haproxyPath = (): string | null =>
  folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path)) ?? null;

const needed = [
  { name: 'postgresql', isThere: hasPostgres },
  { name: 'pgbouncer', isThere: hasPgBouncer },
  { name: 'haproxy', isThere: () => haproxyPath() !== null },
];

const missing = () => needed.filter(({ isThere }) => !isThere()).map(({ name }) => name);

/** Installs the missing Debian packages if this process is root. @throws with the command to run otherwise */
export function requirePackages(say: (text: string) => void): void {
  const names = missing();
  if (names.length === 0) return;
  const command = `apt-get install ${names.join(' ')}`;
  if (process.getuid?.() !== 0) throw new Error(`This bench needs Debian packages. Run as root: ${command}`);
  say(`Installing ${names.join(', ')} …`);
  const { ok, said } = aptInstall(names);
  if (!ok || missing().length > 0) throw new Error(`Installing packages failed: ${said}\nRun as root: ${command}`);
}
