import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, uploadColumns } from './columns.ts';

/**
 * `UPLOADING` until complete, then `RECEIVED`. `ORDERED` once the creator submits it, while its rendition is pending.
 * `READY` once the rendition was submitted. An original is `ORDERED` for a check as soon as it is complete, and `READY`
 * once it is accepted. `FAILED` has a reason.
 */
export const draftUploadStates = ['UPLOADING', 'RECEIVED', 'ORDERED', 'READY', 'FAILED'] as const;

/**
 * Videos that creators upload. A row is created before its file and deleted after it. There is no foreign key to
 * offers: a deleted offer's files still have to be found.
 */
export const draftUploads = pgTable(
  'draft_uploads',
  {
    id: id().primaryKey(),
    brandId: id().notNull(),
    offerId: id().notNull(),
    /** File name on the creator's device, for display. */
    name: text().notNull(),
    ...uploadColumns(),
    /** SHA-256 of the whole file in hex, computed by the browser; null if the browser didn't send it. */
    sha256: text(),
    /** True if the browser compressed the video. */
    isRendition: boolean().notNull().default(false),
    /** Set for originals: the upload of the compressed video, whose `fileName` and `durationMs` are copied here once known. */
    originalOf: text(),
    /** Identifies the content: the browser resumes only an upload with the same fingerprint. */
    fingerprint: text(),
    caption: text(),
    state: text({ enum: draftUploadStates }).notNull(),
    /** Message for the creator: why the upload failed, or why the draft was returned. */
    reason: text(),
    /** Time at which the rendition was ordered. */
    orderedAt: instant(),
    /** The provider's team can submit for creators, too. */
    orderedBy: text({ enum: ['creator', 'provider'] })
      .notNull()
      .default('creator'),
    /** The move that ordered the rendition; null if an older server ordered it. */
    orderedAs: text({ enum: ['submit-draft', 'replace-draft'] }),
    /** End of the lease of the process that makes its rendition. */
    leaseUntil: instant(),
    tries: integer().notNull().default(0),
    /** Time at which a process last leased it. Used to schedule brands and offers in turn. */
    takenAt: instant(),
    /** Estimated work of its rendition, see `conversionWork`; null until the file has been inspected. */
    work: integer(),
    /** Names under `/files/` of the rendition and its poster. */
    fileName: text(),
    posterName: text(),
    durationMs: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /** True if the original is kept after submission because the campaign asks for originals. */
    isOriginalKept: boolean().notNull().default(false),
  },
  (table) => [
    index('draft_uploads_offer').on(table.brandId, table.offerId, table.createdAt),
    index('draft_uploads_state').on(table.state, table.orderedAt),
  ],
);
