import type { DataStore } from '@tus/server';
import { draftUploads } from '#server/database/tables/draft-tables.ts';
import { mediaUploads } from '#server/database/tables/file-tables.ts';
import type { UploadName } from '#server/observing/observe.ts';

/** Tables of uploads; their columns for sizes and writers have the same names. */
export type UploadTable = typeof draftUploads | typeof mediaUploads;

/** A kind of upload: its table, and the folder for its content during the upload. */
export interface UploadKind {
  readonly name: UploadName;
  readonly table: UploadTable;
  readonly folder: string;
}

/** Creators' videos. */
export const draftKind: UploadKind = { name: 'draft', table: draftUploads, folder: 'incoming-drafts' };
/** Brands' pictures and videos. */
export const mediaKind: UploadKind = { name: 'media', table: mediaUploads, folder: 'incoming-media' };

/**
 * Content of uploads, by the ids of their rows. Every call may throw an `ApiError` `unavailable` and can then be
 * retried safely.
 */
export interface UploadFiles {
  /** Streams the content of a complete upload. */
  read(uploadId: string): Promise<AsyncIterable<Uint8Array>>;
  /** Streams the bytes of a complete upload from `start` to `end`, both inclusive. */
  readPart(uploadId: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>;
  /** Returns the path of the content on the local disk; null if it is stored elsewhere. */
  pathOf(uploadId: string): string | null;
  /** Removes the content; does nothing if it doesn't exist. */
  remove(uploadId: string): Promise<void>;
}

/** Stores one kind's content during the upload, until it is moved to the file store. */
export interface UploadStore {
  readonly kind: UploadKind;
  /** The store that tus writes to, under the keys of {@link keyOf}. */
  data: DataStore;
  files: UploadFiles;
  /** Returns free bytes; null if the store has no limit. */
  freeBytes(): Promise<number | null>;
  close(): void;
}

/** Returns an upload's key in the store. */
export const keyOf = ({ folder }: UploadKind, uploadId: string): string => `${folder}/${uploadId}`;
export const idOfKey = ({ folder }: UploadKind, key: string): string => key.slice(folder.length + 1);
