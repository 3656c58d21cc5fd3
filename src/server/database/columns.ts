import { sql } from 'drizzle-orm';
import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** Ids sort by code unit everywhere: on every database, in the domain's compare functions, and on the phone. */
export const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Days as disjoint ranges: `{[2026-01-05,2026-01-09),[2026-01-12,2026-01-13)}`. */
export const daySet = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/** An instant at the precision that JavaScript and the wire have, so that what is sorted is what is sent. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Whole US cents. */
export const cents = () => bigint({ mode: 'number' });

/** A count that can pass 2^31: views of a brand do. */
export const tally = () => bigint({ mode: 'number' });

/** The brand's revision in which a row was last changed: see `nextRevision`. */
export const revision = () => bigint({ mode: 'number' }).notNull();

export const textArray = () => text().array().notNull().default(sql`'{}'`);
