import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The address of a socket has 104 bytes on macOS, its end included, and 108 on Linux. */
const longestPath = 100;

const isShort = (path: string) => Buffer.byteLength(path) <= longestPath;

/** Path of a data directory's control socket. */
export const socketFile = (dataDir: string): string => resolve(dataDir, 'control.sock');

/** Gives a path to the control socket that is short enough for an address, by a link to the folder where need be. */
export async function withSocketPath<T>(dataDir: string, use: (path: string) => Promise<T>): Promise<T> {
  const file = socketFile(dataDir);
  if (isShort(file)) return use(file);
  const folder = mkdtempSync(join(isShort(tmpdir() + ' '.repeat(40)) ? tmpdir() : '/tmp', 'afield-'));
  try {
    const link = join(folder, 'data');
    symlinkSync(resolve(dataDir), link);
    return await use(join(link, 'control.sock'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
