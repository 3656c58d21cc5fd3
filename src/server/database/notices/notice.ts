import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';

/** Channel of PostgreSQL's NOTIFY on which processes announce their writes to each other. */
export const channel = 'afield_changes';

/** A brand's committed revision, or a process's test of its own connection. */
type Notice = { brandId: string; revision: number } | { echo: string };

const revisionSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const noticeSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(' ')),
  v.union([
    v.pipe(
      v.strictTuple([v.literal('brand'), v.string(), revisionSchema]),
      v.transform(([, brandId, revision]): Notice => ({ brandId, revision })),
    ),
    v.pipe(
      v.strictTuple([v.literal('echo'), v.string()]),
      v.transform(([, echo]): Notice => ({ echo })),
    ),
  ]),
);

/** Null for what another program sent on the channel. */
export function readNotice(payload: string): Notice | null {
  const parsed = v.safeParse(noticeSchema, payload);
  return parsed.success ? parsed.output : null;
}

/** Announces a brand's revision when the transaction commits; a rollback announces nothing. */
export const announcement = (brandId: PgColumn, revision: PgColumn): SQL<unknown> =>
  sql`pg_notify(${channel}, 'brand ' || ${brandId} || ' ' || ${revision})`;

/** Announces a test of one's own connection. */
export const echoAnnouncement = (echo: string): SQL => sql`select pg_notify(${channel}, ${`echo ${echo}`})`;

export interface NoticeListener {
  /** A write of this brand was committed, in whichever process. */
  written(brandId: string, revision: number): void;
  /** Notices arrive from now on, so earlier ones may have been missed; or they don't any more. */
  arriving(isArriving: boolean): void;
  /** Called with the round-trip time of a test notification. */
  echoed?(ms: number): void;
}

/** Committed writes of brands, as the database announces them. */
export interface Notices {
  /** Begins to listen. @returns how to stop */
  start(listener: NoticeListener): Promise<() => Promise<void>>;
}
