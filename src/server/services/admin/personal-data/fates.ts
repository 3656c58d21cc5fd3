import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The person or firm that can be exported and erased. */
export type SubjectKind = 'creator' | 'brand';

/** Fate of a column's values when their creator or brand is exported and erased. */
export interface Fate {
  /** Subject whose erasure empties it. */
  of: SubjectKind | 'both' | 'none';
  isExported: boolean;
  /** The value of one that was erased, where its row stays. */
  blank: unknown;
}

/** Ids, times, amounts and states: they are exported, and stay without a name beside them. */
export const kept: Fate = { of: 'none', isExported: true, blank: null };
/** The server's own bookkeeping, or shared by all: not personal, and kept. */
export const anonymous: Fate = { of: 'none', isExported: false, blank: null };
/** Exported, and erased. */
export const personal = (of: Exclude<Fate['of'], 'none'>, blank: unknown = null): Fate => ({
  of,
  isExported: true,
  blank,
});
/** Erased, and never exported: keys, hashes, and names that others gave. */
export const secret = (of: Exclude<Fate['of'], 'none'>, blank: unknown = null): Fate => ({
  of,
  isExported: false,
  blank,
});

/** A creator with the rows that are theirs, by their ids. */
export interface CreatorSubject {
  kind: 'creator';
  id: string;
  email: string;
  /** Brands that know one of the accounts, in the order in which they are locked. */
  brandIds: string[];
  /** Accounts as brands know them. */
  creatorIds: string[];
  offerIds: string[];
}

export interface BrandSubject {
  kind: 'brand';
  id: string;
  email: string;
}

export type Subject = CreatorSubject | BrandSubject;

/** Rows of a subject in a table. Emptied rows stay without personal data. */
export interface Rows<T> {
  are(subject: T): SQL | undefined;
  end: 'deleted' | 'emptied';
}

export interface TableFates {
  table: PgTable;
  columns: Readonly<Record<string, Fate>>;
  creator?: Rows<CreatorSubject>;
  brand?: Rows<BrandSubject>;
}

/** Declares the fates of a table's columns; a column without one is a type error. */
export function fatesOf<T extends PgTable>(
  table: T,
  columns: Readonly<Record<keyof T['_']['columns'], Fate>>,
  rows: Pick<TableFates, SubjectKind> = {},
): TableFates {
  return { table, columns, ...rows };
}

/** The rows of a subject in a table; null where it has none there. */
export function rowsOfSubject(
  fates: TableFates,
  subject: Subject,
): { are: SQL | undefined; end: Rows<never>['end'] } | null {
  if (subject.kind === 'creator') {
    const { creator } = fates;
    return creator === undefined ? null : { are: creator.are(subject), end: creator.end };
  }
  const { brand } = fates;
  return brand === undefined ? null : { are: brand.are(subject), end: brand.end };
}

/** True if erasing a subject of this kind empties the column. */
export const isErased = ({ of }: Fate, kind: SubjectKind): boolean => of === kind || of === 'both';

/** True if an export of a subject of this kind shows the column. */
export const isShown = (fate: Fate, kind: SubjectKind): boolean =>
  fate.isExported && (fate.of === 'none' || isErased(fate, kind));
