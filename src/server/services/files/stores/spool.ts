import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ApiError } from '#server/errors/api-error.ts';
import { withDiskErrors } from './unavailable.ts';

/** A request's file, on the local disk for the duration of the request. */
export interface SpooledFile {
  path: string;
  sizeBytes: number;
  /** SHA-256 in hex. */
  digest: string;
  /** The first bytes, from which the file's type is detected. */
  head: Buffer;
}

export interface SpoolDraft {
  readonly sizeBytes: number;
  /** Resolves once the bytes are on disk; awaiting it limits memory use. */
  write(bytes: Buffer): Promise<void>;
  end(): Promise<SpooledFile>;
}

export interface Spool {
  /**
   * Runs `work` with its own folder, which is deleted afterwards with everything in it.
   * @throws {ApiError} 429 for an owner with too many concurrent requests; 503 if the disk is full
   */
  during<T>(owner: string, work: (folder: SpoolFolder) => Promise<T>): Promise<T>;
  /** Removes the leftovers of killed processes. */
  removeOld(now: Date): Promise<void>;
}

export interface SpoolFolder {
  begin(): Promise<SpoolDraft>;
}

const headBytes = 64;
/** Maximum number of concurrent requests per owner, since each may use a hundred megabytes of disk space. */
const maxAtOnce = 8;
/** Age after which a folder is a leftover. Node ends requests after five minutes. */
const oldMs = 3_600_000;

/** Stores files on disk until they are validated. Only the server's user can read them. */
export function diskSpool(root: string, log: Logger): Spool {
  const running = new Map<string, number>();
  return {
    async during(owner, work) {
      const others = running.get(owner) ?? 0;
      if (others >= maxAtOnce) throw tooMany();
      running.set(owner, others + 1);
      const folder = join(root, randomBytes(12).toString('hex'));
      const drafts: FileHandle[] = [];
      try {
        await withDiskErrors(log, () => mkdir(folder, { recursive: true, mode: 0o700 }));
        return await work({
          begin: () => withDiskErrors(log, () => beginDraft(join(folder, String(drafts.length)), drafts, log)),
        });
      } finally {
        for (const draft of drafts) await draft.close().catch(() => {});
        await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
          log.error({ err: error }, 'An upload folder couldn’t be removed');
        });
        running.set(owner, (running.get(owner) ?? 1) - 1);
        if (running.get(owner) === 0) running.delete(owner);
      }
    },
    async removeOld(now) {
      for (const name of await readdir(root).catch(() => [])) {
        const folder = join(root, name);
        const found = await stat(folder).catch(() => null);
        const isOld = found !== null && found.mtimeMs < now.getTime() - oldMs;
        if (isOld) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

async function beginDraft(path: string, drafts: FileHandle[], log: Logger): Promise<SpoolDraft> {
  const file = await open(path, 'wx', 0o600);
  drafts.push(file);
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    async write(bytes) {
      hash.update(bytes);
      if (head.length < headBytes) head = Buffer.concat([head, bytes.subarray(0, headBytes - head.length)]);
      sizeBytes += bytes.length;
      await withDiskErrors(log, () => file.writeFile(bytes));
    },
    async end() {
      await withDiskErrors(log, () => file.close());
      return { path, sizeBytes, digest: hash.digest('hex'), head };
    },
  };
}

const tooMany = () =>
  new ApiError('too_many_requests', 'Too many files at once. Please try again later.', {
    headers: { 'Retry-After': '10' },
  });
