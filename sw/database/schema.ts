import type { DBSchema } from 'idb';
import type { BrandSession } from '#contract/account/auth.ts';
import type { Post } from '#contract/calls/changes.ts';
import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { ActionRow, StoredReceipt } from './action-row.ts';

/** Every key starts with the brand, so that no range of one can reach another's rows. */
type BrandKey = [brandId: string, id: string];

/** A record that a brand has once: itself, its tags, the templates. */
export interface DocumentRow {
  brandId: string;
  name: DocumentName;
  /** Time of the fetch, ms. */
  storedAt: number;
  value: unknown;
}
export type DocumentName = 'brand' | 'tags' | 'templates';

/** A record as it came over the wire. It is parsed when it is read: an older version of the app may have stored it. */
export interface EntityRow {
  brandId: string;
  id: string;
  /** Time of the fetch, ms. */
  storedAt: number;
  value: unknown;
}
export type EntityStore = 'campaigns' | 'offers' | 'payments';

/**
 * Filter values and order of each record, in the list's order, column by column. One row is read whole in a few ms; indexes would
 * need a range for every filter, and ten thousand rows take 100 ms.
 */
export interface ListRow {
  brandId: string;
  name: EntityStore;
  ids: string[];
  /** Order of the list, ms. */
  at: Float64Array;
  /** One column for each thing that can be filtered by: its values, and which of them each record has. */
  facets: { values: string[]; codes: Uint32Array }[];
}

/** Posts with all their days, some dozens to a row: thousands of rows would take longer to read than to sum up. */
export interface PostBucketRow {
  brandId: string;
  bucket: number;
  posts: StoredPost[];
}
export interface StoredPost {
  id: string;
  /** Null while only figures have come. */
  post: Post | null;
  /** Five numbers a day, in order of days: day since 1970, views, likes, comments, shares. */
  days: Float64Array;
}

/** The stored answer of one address, for what can't be computed from entities. */
export interface AnswerRow {
  brandId: string;
  /** Path and query, normalised. */
  address: string;
  storedAt: number;
  /** The answer; a list of entities is stored as their ids. */
  value: unknown;
  /** True if the copy can never compute it, so that it stays when the copy has been brought up to date. */
  isOnlyHere?: true;
}

/** Progress of a brand's copy. */
export interface SyncRow {
  brandId: string;
  /** Cursor of the changes feed; null before the first page, and where the copy must be made again from scratch. */
  cursor: string | null;
  /** The server's history that the last page belongs to; null where the server doesn't name it. */
  timeline: string | null;
  /**
   * Time at which an answer outside of the feed was last stored, ms; null once a later page was read. Until then the copy may be ahead
   * of its cursor.
   */
  answeredAt: number | null;
  /** True once everything was there at least once: lists can be answered. */
  complete: boolean;
  /** True if posts and daily figures are complete, too: the specification's lists don't have them. */
  hasFigures: boolean;
  /** Time of the last successful sync, ms. */
  syncedAt: number | null;
  /** Time at which figures were dropped for lack of space, ms; null if they weren't, or were restored. */
  figuresDroppedAt: number | null;
  /** Time at which the server was last found to lack a changes feed, ms; null if it has one. */
  feedMissingAt: number | null;
  /** Time of a failed sync since the last successful one, ms; null if there was none. */
  failedAt: number | null;
  /** Time at which the server last refused to sync a brand without access, ms; null once it has access. */
  keptOutAt: number | null;
}

/** A file in the media cache. */
export interface MediaRow {
  url: string;
  bytes: number;
  usedAt: number;
}

export interface CopySchema extends DBSchema {
  documents: { key: BrandKey; value: DocumentRow };
  campaigns: { key: BrandKey; value: EntityRow };
  offers: { key: BrandKey; value: EntityRow };
  payments: { key: BrandKey; value: EntityRow };
  lists: { key: BrandKey; value: ListRow };
  posts: { key: [brandId: string, bucket: number]; value: PostBucketRow };
  answers: { key: BrandKey; value: AnswerRow };
  sync: { key: string; value: SyncRow };
  media: { key: string; value: MediaRow };
}

/** The stores whose rows are a brand's: all but the files of the media cache. */
export const brandStores = [
  'documents',
  'campaigns',
  'offers',
  'payments',
  'lists',
  'posts',
  'answers',
  'sync',
] as const satisfies (keyof CopySchema)[];

/** All keys that start with these parts. An array sorts behind every string and number, so it ends the range. */
export const startingWith = (...parts: (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound(parts, [...parts, []], false, true);

/** All keys that start with less than this, and all that start with more. */
export const startingWithOthers = (part: string): IDBKeyRange[] => [
  IDBKeyRange.upperBound([part], true),
  IDBKeyRange.lowerBound([part, []]),
];

/** The worker's copy of the session; there is at most one row. */
export interface SessionRow {
  key: 'current';
  session: BrandSession;
  /** Access tokens before this one, newest first: a page may still use one. */
  earlier: string[];
  /** Ids of the pairs before this one, newest first; rows of older versions have none. */
  lineage?: string[] | undefined;
  /** True once the refresh token was refused. */
  expired: boolean;
  /** True if {@link PairMark} was stored with it; rows of older versions have none. */
  isMarked?: boolean | undefined;
}

/**
 * Mark of a stored pair that may be refreshed. Deleting it needs no room, so a full disk can lose it when the pair has been replaced
 * more than once: the server would take its refresh token for stolen.
 */
export interface PairMark {
  key: 'mark';
}

export interface OutboxSchema extends DBSchema {
  actions: {
    key: number;
    value: ActionRow;
    indexes: { actionId: string; brand: [brandId: string, seq: number] };
  };
  receipts: {
    key: string;
    value: StoredReceipt;
    indexes: { brand: [brandId: string, settledAt: number]; uncopied: [brandId: string, uncopied: number] };
  };
  session: { key: 'current' | 'mark'; value: SessionRow | PairMark };
  /**
   * A mark for each decision that was never sent. Sending deletes the mark, which works on a full disk where changing a row
   * doesn't: Chromium commits transactions that only delete without asking for room. The key of no brand has the queue's stamp.
   */
  unsent: { key: BrandKey; value: true | string };
}

/** A file of a draft that is downloaded ahead, and how much of it is stored. */
export interface DraftFileRow {
  brandId: string;
  /** Address without its query, which some stores sign again with each answer. */
  address: string;
  offerId: string;
  fulfillmentId: string;
  /** Time of the draft's submission, ms: the longest waiting are kept first. */
  since: number;
  /** Size of the whole file; null until a server has said it. */
  sizeBytes: number | null;
  /** Bytes stored, counted from the file's start. */
  haveBytes: number;
  /** A strong ETag; null where the server sends none. */
  etag: string | null;
  contentType: string;
}

/**
 * One part of such a file. It is an ArrayBuffer because WebKit has lost Blobs that were stored in IndexedDB, and because the row above
 * can then change in the same transaction.
 */
export interface DraftChunkRow {
  brandId: string;
  address: string;
  index: number;
  bytes: ArrayBuffer;
}

/** The device's download policy for drafts, if its user has chosen one. */
export interface DownloadPolicyRow {
  brandId: string;
  policy: DownloadPolicy;
}

export interface DraftsSchema extends DBSchema {
  files: { key: [brandId: string, address: string]; value: DraftFileRow };
  chunks: { key: [brandId: string, address: string, index: number]; value: DraftChunkRow };
  policy: { key: string; value: DownloadPolicyRow };
}
