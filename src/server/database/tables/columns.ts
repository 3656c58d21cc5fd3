import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** IDs sort by code unit everywhere: on every database, in the domain's compare functions, and on the phone. */
export const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Days as disjoint ranges: `{[2026-01-05,2026-01-09),[2026-01-12,2026-01-13)}`. */
export const daySet = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/** An instant in milliseconds, like JavaScript's and the API's, so that rows sort by the values that are sent. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Whole US cents. */
export const cents = () => bigint({ mode: 'number' });

/** A count that can exceed 2^31, such as a brand's views. */
export const tally = () => bigint({ mode: 'number' });

/** The brand's revision that last changed the row: see `nextRevision`. */
export const revision = () => bigint({ mode: 'number' }).notNull();

export const textArray = () => text().array().notNull().default(sql`'{}'`);

/** Columns of every table of tus uploads. */
export const uploadColumns = () => ({
  sizeBytes: bigint({ mode: 'number' }).notNull(),
  receivedBytes: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull(),
  /** Time of the last change, including received bytes. */
  changedAt: instant().notNull(),
  /** Time at which it was cancelled or expired. It is hidden from then on, and its file is deleted next. */
  goneAt: instant(),
  /** The request that is writing it, and the end of its lease; null if there is none. */
  writer: text(),
  writerUntil: instant(),
  /** True if another request is waiting for the writer to stop. */
  isWriterUnwanted: boolean().notNull().default(false),
});
