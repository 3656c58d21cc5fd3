import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, uploadColumns } from './columns.ts';

/**
 * Files that a brand is uploading by the tus protocol. A row exists before its content, and goes a day after its last byte. Once
 * the content is stored, `url` and `mime` say where, so that a repeated call gets the same answer.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    id: id().primaryKey(),
    brandId: id().notNull(),
    destination: text().notNull(),
    ...uploadColumns(),
    url: text(),
    mime: text(),
  },
  (table) => [index('media_uploads_changed').on(table.changedAt)],
);

/**
 * Files that are kept, or about to be: a row is there before its file and goes after it. Brands are named without a reference:
 * the files of one that is gone are collected.
 */
export const storedFiles = pgTable(
  'stored_files',
  {
    brandId: id().notNull(),
    name: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** When it was last uploaded or named, or found to be named. */
    touchedAt: instant().notNull(),
    /** Submitted by a creator: it doesn't count towards the brand's quota. */
    isDraft: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.name] }), index('stored_files_touched').on(table.touchedAt)],
);
