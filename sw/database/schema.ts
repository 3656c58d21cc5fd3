import type { DBSchema } from 'idb';
import type { BrandSession } from '#contract/account/auth.ts';
import type { Post } from '#contract/calls/changes.ts';
import type { DownloadPolicy } from '#contract/worker/kept-drafts.ts';
import type { ActionRow, StoredReceipt } from './action-row.ts';

/** Every key starts with the brand, so a range of one brand can't match another's rows. */
type BrandKey = [brandId: string, id: string];

/** A singleton record of a brand: its profile, tags or templates. */
export interface DocumentRow {
  brandId: string;
  name: DocumentName;
  /** Time of the fetch, ms. */
  storedAt: number;
  value: unknown;
}
export type DocumentName = 'brand' | 'tags' | 'templates';

/** A record as received. It is parsed on read, since an older version of the app may have stored it. */
export interface EntityRow {
  brandId: string;
  id: string;
  /** Time of the fetch, ms. */
  storedAt: number;
  value: unknown;
}
export type EntityStore = 'campaigns' | 'offers' | 'payments';

/**
 * Filter values and sort keys of all records, in list order, stored by column. Reading this one row takes a few ms. Indexes would
 * need a range per filter, and reading ten thousand rows takes 100 ms.
 */
export interface ListRow {
  brandId: string;
  name: EntityStore;
  ids: string[];
  /** Sort keys, ms. */
  at: Float64Array;
  /** One column per filter: its distinct values, and each record's index into them. */
  facets: { values: string[]; codes: Uint32Array }[];
}

/** Posts with all their days, a few dozen to a row. Reading thousands of rows would take longer than summing them. */
export interface PostBucketRow {
  brandId: string;
  bucket: number;
  posts: StoredPost[];
}
export interface StoredPost {
  id: string;
  /** Null until the post itself has arrived. */
  post: Post | null;
  /** Five numbers per day, sorted by day: days since 1970, views, likes, comments, shares. */
  days: Float64Array;
}

/** A response stored by address, for data that can't be computed from entities. */
export interface ResponseRow {
  brandId: string;
  /** Normalized path and query. */
  address: string;
  storedAt: number;
  /** The response body; a list of entities is stored as their ids. */
  value: unknown;
  /** True if the copy can never compute this response, in which case a completed sync keeps it. */
  isOnlyHere?: true;
}

/** Progress of a brand's copy. */
export interface SyncRow {
  brandId: string;
  /** Cursor of the changes feed; null before the first page, or if the copy must be rebuilt from scratch. */
  cursor: string | null;
  /** The server's history that the last page belongs to; null if the server doesn't identify it. */
  timeline: string | null;
  /**
   * Time at which a response from outside the feed was last stored, ms; null once a later feed page was read. Until then the copy
   * may be ahead of its cursor.
   */
  answeredAt: number | null;
  /** True once everything has been stored at least once, so lists can be served. */
  complete: boolean;
  /** True if posts and daily figures are complete, too; the specification's lists don't include them. */
  hasFigures: boolean;
  /** Time of the last successful sync, ms. */
  syncedAt: number | null;
  /** Time at which figures were evicted for lack of space, ms; null if they weren't, or were restored. */
  figuresDroppedAt: number | null;
  /** Time at which the server last turned out to lack a changes feed, ms; null if it has one. */
  feedMissingAt: number | null;
  /** Time of a failed sync since the last successful one, ms; null if none failed. */
  failedAt: number | null;
  /** Time at which the server last refused to sync because the brand has no access, ms; null once it has access. */
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
  answers: { key: BrandKey; value: ResponseRow };
  sync: { key: string; value: SyncRow };
  media: { key: string; value: MediaRow };
}

/** Stores whose rows belong to a brand: all except the media cache's. */
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

/** All keys with this prefix. An array sorts after every string and number, so it ends the range. */
export const rangeWithPrefix = (...parts: (string | number)[]): IDBKeyRange =>
  IDBKeyRange.bound(parts, [...parts, []], false, true);

/** All keys whose first part differs from this one: a range below and a range above. */
export const rangesWithOtherPrefix = (part: string): IDBKeyRange[] => [
  IDBKeyRange.upperBound([part], true),
  IDBKeyRange.lowerBound([part, []]),
];

/** The worker's copy of the session; the store has at most one row. */
export interface SessionRow {
  key: 'current';
  session: BrandSession;
  /** Earlier access tokens, newest first; a page may still use one. */
  earlier: string[];
  /** Ids of earlier token pairs, newest first; older rows don't have it. */
  lineage?: string[] | undefined;
  /** True once the server has refused the refresh token. */
  expired: boolean;
  /** True if {@link PairMark} was stored with it; older rows don't have it. */
  isMarked?: boolean | undefined;
}

/**
 * Marks a stored token pair as safe to refresh. The mark is deleted if the pair has been replaced more than once and the newer
 * pairs couldn't be stored, since the server would treat its refresh token as stolen. Deleting needs no space, so it works on a
 * full disk.
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
   * A mark for each decision that was never sent. Sending deletes the mark, which works on a full disk where updating a row
   * doesn't: Chromium commits delete-only transactions without a quota check. The empty brand's key holds the queue's stamp.
   */
  unsent: { key: BrandKey; value: true | string };
}

/** A file of a draft that is downloaded in advance, and its progress. */
export interface DraftFileRow {
  brandId: string;
  /** Address without its query, since some storage providers sign each response's URL differently. */
  address: string;
  offerId: string;
  fulfillmentId: string;
  /** Time of the draft's submission, ms; drafts that have waited longest are kept first. */
  since: number;
  /** Size of the whole file; null until a server has reported it. */
  sizeBytes: number | null;
  /** Bytes stored, from the start of the file. */
  haveBytes: number;
  /** A strong ETag; null if the server doesn't send one. */
  etag: string | null;
  contentType: string;
}

/**
 * One chunk of a draft's file. Its bytes are an ArrayBuffer, since WebKit has lost Blobs in IndexedDB, and since the file's row
 * can then be updated in the same transaction.
 */
export interface DraftChunkRow {
  brandId: string;
  address: string;
  index: number;
  bytes: ArrayBuffer;
}

/** The device's download policy for drafts, if the user has chosen one. */
export interface DownloadPolicyRow {
  brandId: string;
  policy: DownloadPolicy;
}

export interface DraftsSchema extends DBSchema {
  files: { key: [brandId: string, address: string]; value: DraftFileRow };
  chunks: { key: [brandId: string, address: string, index: number]; value: DraftChunkRow };
  policy: { key: string; value: DownloadPolicyRow };
}
