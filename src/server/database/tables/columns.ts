import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** Ids sort by code unit everywhere: on every database, in the domain's compare functions, and on the phone. */
export const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Days as disjoint ranges: `{[2026-01-05,2026-01-09),[2026-01-12,2026-01-13)}`. */
export const daySet = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/** An instant with the precision of JavaScript and the wire, so that rows sort by the values that are sent. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Whole US cents. */
export const cents = () => bigint({ mode: 'number' });

/** A count that can pass 2^31: views of a brand do. */
export const tally = () => bigint({ mode: 'number' });

/** The brand's revision in which a row was last changed: see `nextRevision`. */
export const revision = () => bigint({ mode: 'number' }).notNull();

export const textArray = () => text().array().notNull().default(sql`'{}'`);

/** Columns of every table of files that arrive by the tus protocol. */
export const uploadColumns = () => ({
  sizeBytes: bigint({ mode: 'number' }).notNull(),
  receivedBytes: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: instant().notNull(),
  /** Time of the last change; received bytes count as one. */
  changedAt: instant().notNull(),
  /** When it was given up or expired: it is no longer shown, and its file is deleted next. */
  goneAt: instant(),
  /** The request that writes it, and until when; null where none does. */
  writer: text(),
  writerUntil: instant(),
  /** True if another request waits for the writer to end. */
  isWriterUnwanted: boolean().notNull().default(false),
});
