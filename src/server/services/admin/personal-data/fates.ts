import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Kind of subject that can be exported and erased. */
export type SubjectKind = 'creator' | 'brand';

/** Treatment of a column's values when their creator or brand is exported and erased. */
export interface Fate {
  /** The subject whose erasure clears the column. */
  of: SubjectKind | 'both' | 'none';
  isExported: boolean;
  /** The value after an erasure if the row is kept. */
  blank: unknown;
}

/** Ids, times, amounts and states: exported, and kept once no name is stored beside them. */
export const kept: Fate = { of: 'none', isExported: true, blank: null };
/** The server's internal data, or data shared by all: not personal, and kept. */
export const anonymous: Fate = { of: 'none', isExported: false, blank: null };
/** Exported and erased. */
export const personal = (of: Exclude<Fate['of'], 'none'>, blank: unknown = null): Fate => ({
  of,
  isExported: true,
  blank,
});
/** Erased and never exported: keys, hashes, and names given by others. */
export const secret = (of: Exclude<Fate['of'], 'none'>, blank: unknown = null): Fate => ({
  of,
  isExported: false,
  blank,
});

/** A creator with the ids of the rows that belong to them. */
export interface CreatorSubject {
  kind: 'creator';
  id: string;
  email: string;
  /** Brands that know one of the accounts, in locking order. */
  brandIds: string[];
  /** Ids of the accounts within the brands. */
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

/** Declares the treatment of a table's columns; a missing column is a type error. */
export function fatesOf<T extends PgTable>(
  table: T,
  columns: Readonly<Record<keyof T['_']['columns'], Fate>>,
  rows: Pick<TableFates, SubjectKind> = {},
): TableFates {
  return { table, columns, ...rows };
}

/** Returns the rows of a subject in a table; null if the table has none of this kind. */
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

/** True if erasing a subject of this kind clears the column. */
export const isErased = ({ of }: Fate, kind: SubjectKind): boolean => of === kind || of === 'both';

/** True if an export of a subject of this kind contains the column. */
export const isShown = (fate: Fate, kind: SubjectKind): boolean =>
  fate.isExported && (fate.of === 'none' || isErased(fate, kind));
