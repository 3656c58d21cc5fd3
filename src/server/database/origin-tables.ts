import { pgTable, text } from 'drizzle-orm/pg-core';

/** Single row: the database's origin when a server last checked. */
export const databaseOrigin = pgTable('database_origin', {
  id: text().primaryKey(),
  origin: text().notNull(),
});
