import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Limits of a socket's path: 104 bytes on macOS and 108 on Linux, including the terminator. */
const maxPathLength = 100;

const isShort = (path: string) => Buffer.byteLength(path) <= maxPathLength;

/** Name of the data directory's socket for commands. */
export const controlSocket = 'control.sock';

/** Calls `use` with a path to a socket in the data directory, through a temporary symlink if the real path is too long. */
export async function withSocketPath<T>(dataDir: string, name: string, use: (path: string) => Promise<T>): Promise<T> {
  const file = resolve(dataDir, name);
  if (isShort(file)) return use(file);
  const folder = mkdtempSync(join(isShort(tmpdir() + ' '.repeat(40)) ? tmpdir() : '/tmp', 'afield-'));
  try {
    const link = join(folder, 'data');
    symlinkSync(resolve(dataDir), link);
    return await use(join(link, name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
