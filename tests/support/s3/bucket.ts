import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Content, joined, receive } from './content.ts';
import { noSuchKey, noSuchUpload, Refusal } from './refusal.ts';

/** Minimum size of all parts but the last: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const minPartBytes = 5 * 1024 * 1024;

/** Headers stored and served with an object: its type, and the caller's own metadata. */
export type Headers = Readonly<Record<string, string>>;
export interface StoredObject extends Content {
  readonly headers: Headers;
  readonly modified: Date;
}
interface Upload {
  readonly key: string;
  readonly headers: Headers;
  readonly parts: Map<number, Content>;
}

/** Objects and unfinished uploads of one bucket; each content is a file in a folder. */
export class Bucket {
  readonly #folder: string;
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  receive(request: IncomingMessage): Promise<Content> {
    return receive(request, this.#newPath());
  }

  get(key: string): StoredObject {
    const found = this.#objects.get(key);
    if (found === undefined) throw noSuchKey();
    return found;
  }

  async put(key: string, content: Content, headers: Headers): Promise<void> {
    const before = this.#objects.get(key);
    this.#objects.set(key, { ...content, headers, modified: new Date() });
    if (before) await rm(before.path);
  }

  async delete(key: string): Promise<void> {
    const found = this.#objects.get(key);
    this.#objects.delete(key);
    if (found) await rm(found.path);
  }

  /** Keys in byte order, as S3 lists them. */
  keys(prefix: string): string[] {
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix));
    return keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  begin(key: string, headers: Headers): string {
    const uploadId = randomUUID();
    this.#uploads.set(uploadId, { key, headers, parts: new Map() });
    return uploadId;
  }

  async addPart(key: string, uploadId: string, number: number, content: Content): Promise<void> {
    const { parts } = this.#upload(key, uploadId);
    const before = parts.get(number);
    parts.set(number, content);
    if (before) await rm(before.path);
  }

  parts(key: string, uploadId: string): [number: number, part: Content][] {
    return [...this.#upload(key, uploadId).parts].sort(([a], [b]) => a - b);
  }

  async complete(key: string, uploadId: string, wanted: { number: number; etag: string }[]): Promise<Content> {
    const upload = this.#upload(key, uploadId);
    if (wanted.some(({ number }, index) => number <= (wanted[index - 1]?.number ?? 0))) {
      throw new Refusal(400, 'InvalidPartOrder', 'The parts are not in ascending order.');
    }
    const parts = wanted.map(({ number, etag }, index) => {
      const part = upload.parts.get(number);
      if (part?.etag !== etag) throw new Refusal(400, 'InvalidPart', 'A part was not found, or is another one.');
      if (index < wanted.length - 1 && part.sizeBytes < minPartBytes) {
        throw new Refusal(400, 'EntityTooSmall', 'A part before the last is smaller than is allowed.');
      }
      return part;
    });
    if (parts.length === 0) throw new Refusal(400, 'MalformedXML', 'An upload has one part at least.');
    const whole = await joined(parts, this.#newPath());
    await this.put(key, whole, upload.headers);
    await this.abort(key, uploadId);
    return whole;
  }

  async abort(key: string, uploadId: string): Promise<void> {
    const { parts } = this.#upload(key, uploadId);
    this.#uploads.delete(uploadId);
    for (const { path } of parts.values()) await rm(path);
  }

  #upload(key: string, uploadId: string): Upload {
    const found = this.#uploads.get(uploadId);
    if (found?.key !== key) throw noSuchUpload();
    return found;
  }

  #newPath(): string {
    return join(this.#folder, randomUUID());
  }
}
