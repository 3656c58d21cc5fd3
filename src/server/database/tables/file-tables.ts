import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, uploadColumns } from './columns.ts';

/**
 * A brand's tus uploads. A row is created before its content, and deleted a day after the last byte has arrived. Once
 * the content is stored, `url` and `mime` hold the result, so that a repeated call gets the same response.
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
 * Files that are stored or being stored. A row is created before its file and deleted after it. There is no foreign key
 * to brands: a deleted brand's files still have to be cleaned up.
 */
export const storedFiles = pgTable(
  'stored_files',
  {
    brandId: id().notNull(),
    name: text().notNull(),
    sizeBytes: bigint({ mode: 'number' }).notNull(),
    /** Time at which it was last uploaded, referenced, or found to be referenced. */
    touchedAt: instant().notNull(),
    /** True if a creator submitted the file. It doesn't count towards the brand's quota then. */
    isDraft: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.brandId, table.name] }), index('stored_files_touched').on(table.touchedAt)],
);
