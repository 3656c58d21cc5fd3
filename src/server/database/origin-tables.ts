import { pgTable, text } from 'drizzle-orm/pg-core';

/** One row: where the database came from when a server last looked. */
export const databaseOrigin = pgTable('database_origin', {
  id: text().primaryKey(),
  origin: text().notNull(),
});
