import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deriveKey } from '../access-tokens.ts';

/** Where uploaded files are kept. */
export interface FileStore {
  /** The folder that /files/ is served from. */
  readonly folder: string;
  /**
   * The name that a brand's content has: the same for the same content, so that an upload that is repeated makes no second
   * file, and unguessable without the server's secret.
   */
  nameOf(brandId: string, destination: string, content: Uint8Array, extension: string): string;
  has(name: string): Promise<boolean>;
  write(name: string, content: Uint8Array): Promise<void>;
  /** The address of a file: under PUBLIC_URL where that is set; else from the root of wherever the app was opened. */
  addressOf(name: string): string;
  /** The address for readers who never opened the app. */
  absoluteAddressOf(name: string): string;
}

interface StoreOptions {
  folder: string;
  secret: string;
  /** As set; null where it isn't. */
  publicUrl: string | null;
  /** Where the server is reached if nothing else is known. */
  fallbackUrl(): string;
}

/** Files on this machine's disk, readable to this user alone. */
export function diskFileStore({ folder, secret, publicUrl, fallbackUrl }: StoreOptions): FileStore {
  const key = deriveKey(secret, 'file name');
  return {
    folder,
    nameOf(brandId, destination, content, extension) {
      const digest = createHash('sha256').update(content).digest('hex');
      const mac = createHmac('sha256', key).update(`${brandId}\n${destination}\n${digest}`).digest('base64url');
      return `${brandId}/${mac}.${extension}`;
    },
    async has(name) {
      return stat(join(folder, name)).then(
        (found) => found.isFile(),
        () => false,
      );
    },
    async write(name, content) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      // Whole before it has its name: two uploads of the same content may write at once, and a reader may come at any time.
      const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
      try {
        await writeFile(draft, content, { mode: 0o600 });
        await rename(draft, file);
      } finally {
        await rm(draft, { force: true });
      }
    },
    addressOf: (name) => `${publicUrl ?? ''}/files/${name}`,
    absoluteAddressOf: (name) => `${publicUrl ?? fallbackUrl()}/files/${name}`,
  };
}
