import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/**
 * `UPLOADING` until it is whole, then `RECEIVED`; `ORDERED` by the creator, with a rendition to be made; `READY` once that was
 * handed in. An original is `ORDERED` as soon as it is whole, to be looked at, and `READY` once it is kept. `FAILED` has its reason.
 */
export const draftUploadStates = ['UPLOADING', 'RECEIVED', 'ORDERED', 'READY', 'FAILED'] as const;

/**
 * Videos that creators hand over. A row is there before its file and goes after it. Offers are named without a reference: the
 * files of one that is gone have to be found.
 */
export const draftUploads = pgTable(
  'draft_uploads',
  {
    id: id().primaryKey(),
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** As the creator's device calls it: for people. */
    name: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    receivedBytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Of the whole, in hex, as the browser reckoned it; null where it didn't. */
    sha256: text(),
    /** True if the browser made it small. */
    isRendition: boolean().notNull().default(false),
    /** The upload whose original this is; null for drafts. It has that one's `fileName` and `durationMs` once they are known. */
    originalOf: text(),
    /** Names the content, as the browser knows it; an upload goes on with the same one only. */
    fingerprint: text(),
    caption: text(),
    state: text({ enum: draftUploadStates }).notNull(),
    /** Words for the creator about one that failed, or that is theirs again since it was prepared too late. */
    reason: text(),
    /** Since when its rendition is to be made. */
    orderedAt: instant(),
    /** The provider's team hands in for creators, too. */
    orderedBy: text({ enum: ['creator', 'provider'] })
      .notNull()
      .default('creator'),
    /** The move that it was ordered as; null for orders of servers that did not note it. */
    orderedAs: text({ enum: ['submit-draft', 'replace-draft'] }),
    /** Until when a process has its rendition for itself. */
    leaseUntil: instant(),
    tries: integer().notNull().default(0),
    /** Names under `/files/`, of the rendition and a still of it. */
    fileName: text(),
    posterName: text(),
    durationMs: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /** True if its content stays, for a brand whose campaign asks for originals, once it was handed in. */
    isOriginalKept: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    /** Bytes that came count as changes. */
    changedAt: instant().notNull(),
    /** Given up, or its time is over: nobody sees it any more, its file goes next. */
    goneAt: instant(),
    /** The request that writes it, and until when; null where none does. */
    writer: text(),
    writerUntil: instant(),
    /** True if another request waits for the writer to end. */
    isWriterUnwanted: boolean().notNull().default(false),
  },
  (table) => [
    index('draft_uploads_offer').on(table.brandId, table.offerId, table.createdAt),
    index('draft_uploads_state').on(table.state, table.orderedAt),
  ],
);
