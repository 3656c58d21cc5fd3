import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, uploadColumns } from './columns.ts';

/**
 * `UPLOADING` until it is whole, then `RECEIVED`; `ORDERED` by the creator, with a rendition to be made; `READY` once that was
 * handed in. An original is `ORDERED` as soon as it is whole, to be looked at, and `READY` once it is kept. `FAILED` has its
 * reason.
 */
export const draftUploadStates = ['UPLOADING', 'RECEIVED', 'ORDERED', 'READY', 'FAILED'] as const;

/**
 * Videos that creators upload. A row exists before its file and is deleted after it. Offers are named without a foreign key: the
 * files of a deleted offer still have to be found.
 */
export const draftUploads = pgTable(
  'draft_uploads',
  {
    id: id().primaryKey(),
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** Name on the creator's device, for display. */
    name: text().notNull(),
    ...uploadColumns(),
    /** SHA-256 of the whole file in hex, as the browser computed it; null if it didn't. */
    sha256: text(),
    /** True if the browser reduced the video. */
    isRendition: boolean().notNull().default(false),
    /** The upload whose original this is; null for drafts. It has that one's `fileName` and `durationMs` once they are known. */
    originalOf: text(),
    /** Identifies the content for the browser: only an upload with the same fingerprint is resumed. */
    fingerprint: text(),
    caption: text(),
    state: text({ enum: draftUploadStates }).notNull(),
    /** Message for the creator: why the upload failed, or why it is theirs again. */
    reason: text(),
    /** Time at which its rendition was ordered. */
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
    /** When a process last took its order: brands and offers have their turns by it. */
    takenAt: instant(),
    /** Estimated work of its rendition, see `conversionWork`; null until its content was read. */
    work: integer(),
    /** Names under `/files/`, of the rendition and a still of it. */
    fileName: text(),
    posterName: text(),
    durationMs: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /** True if its content stays, for a brand whose campaign asks for originals, once it was handed in. */
    isOriginalKept: boolean().notNull().default(false),
  },
  (table) => [
    index('draft_uploads_offer').on(table.brandId, table.offerId, table.createdAt),
    index('draft_uploads_state').on(table.state, table.orderedAt),
  ],
);
