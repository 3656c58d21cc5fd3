import type { DataStore } from '@tus/server';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import type { UploadName } from '#server/observing/observe.ts';

/** Tables of uploads; their columns for sizes and writers have the same names. */
export type UploadTable = typeof draftUploads | typeof mediaUploads;

/** Uploads of one kind: their rows, and the folder in which stores keep their content while it arrives. */
export interface UploadKind {
  readonly name: UploadName;
  readonly table: UploadTable;
  readonly folder: string;
}

/** Videos of creators. */
export const draftKind: UploadKind = { name: 'draft', table: draftUploads, folder: 'incoming-drafts' };
/** Pictures and videos of brands. */
export const mediaKind: UploadKind = { name: 'media', table: mediaUploads, folder: 'incoming-media' };

/** The content of uploads, by the ids of their rows. Each call may throw an `ApiError` `unavailable`; the same again is safe. */
export interface UploadFiles {
  /** The whole content, once it has been received. Little of it is in memory at a time. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Bytes of the whole content from `start` to `end`, both included. */
  readPart(uploadId: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>;
  /** Path of the content on this machine's disk; null where it is elsewhere and has to be read. */
  pathOf(uploadId: string): string | null;
  /** Does nothing where there is none. */
  remove(uploadId: string): Promise<void>;
}

/** Store of one kind's content while it arrives, and until it is moved on. */
export interface UploadStore {
  readonly kind: UploadKind;
  /** The store that tus writes to, under the keys of {@link keyOf}. */
  data: DataStore;
  files: UploadFiles;
  /** Free bytes; null if the store has no limit to watch. */
  freeBytes(): Promise<number | null>;
  close(): void;
}

/** The name by which stores know an upload. */
export const keyOf = ({ folder }: UploadKind, uploadId: string): string => `${folder}/${uploadId}`;
export const idOfKey = ({ folder }: UploadKind, key: string): string => key.slice(folder.length + 1);
