import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';

/** PostgreSQL NOTIFY channel on which processes announce their writes to each other. */
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

/** Parses a notification's payload; null if another program sent it. */
export function readNotice(payload: string): Notice | null {
  const parsed = v.safeParse(noticeSchema, payload);
  return parsed.success ? parsed.output : null;
}

/** Announces a brand's revision when the transaction commits; a rollback announces nothing. */
export const announcement = (brandId: PgColumn, revision: PgColumn): SQL<unknown> =>
  sql`pg_notify(${channel}, 'brand ' || ${brandId} || ' ' || ${revision})`;

/** Sends a test of this process's connection. */
export const echoAnnouncement = (echo: string): SQL => sql`select pg_notify(${channel}, ${`echo ${echo}`})`;

export interface NoticeListener {
  /** Called after a write of this brand was committed, in this process or another. */
  written(brandId: string, revision: number): void;
  /** Called with true once notices arrive (earlier ones may have been missed), and with false when they stop. */
  arriving(isArriving: boolean): void;
  /** Called with the round-trip time of a test notification. */
  echoed?(ms: number): void;
}

export interface Notices {
  /** Starts listening. @returns a function that stops it */
  start(listener: NoticeListener): Promise<() => Promise<void>>;
}
