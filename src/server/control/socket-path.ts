import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The address of a socket has 104 bytes on macOS, its end included, and 108 on Linux. */
const longestPath = 100;

const isShort = (path: string) => Buffer.byteLength(path) <= longestPath;

/** Name of the socket in the data directory on which the server takes commands. */
export const controlSocket = 'control.sock';

/** Gives a path to a socket in the data directory that is short enough for an address, by a link to the folder where need be. */
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
