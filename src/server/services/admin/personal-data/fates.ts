import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Kind of subject that can be exported and erased. */
export type SubjectKind = 'creator' | 'brand';

/** Treatment of a column's values when their creator or brand is exported and erased. */
export interface ColumnTreatment {
  /** The subject whose erasure clears the column. */
  of: SubjectKind | 'both' | 'none';
  isExported: boolean;
  /** The value after an erasure if the row is kept. */
  blank: unknown;
}

/** Ids, times, amounts and states: exported, and kept because the names stored with them are erased. */
export const kept: ColumnTreatment = { of: 'none', isExported: true, blank: null };
/** The server's internal data, or data shared by all: not personal, and kept. */
export const anonymous: ColumnTreatment = { of: 'none', isExported: false, blank: null };
/** Exported and erased. */
export const personal = (of: Exclude<ColumnTreatment['of'], 'none'>, blank: unknown = null): ColumnTreatment => ({
  of,
  isExported: true,
  blank,
});
/** Erased and never exported: keys, hashes, and names given by others. */
export const secret = (of: Exclude<ColumnTreatment['of'], 'none'>, blank: unknown = null): ColumnTreatment => ({
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
  condition(subject: T): SQL | undefined;
  end: 'deleted' | 'emptied';
}

export interface TableTreatment {
  table: PgTable;
  columns: Readonly<Record<string, ColumnTreatment>>;
  creator?: Rows<CreatorSubject>;
  brand?: Rows<BrandSubject>;
}

/** Declares the treatment of a table's columns; a missing column is a type error. */
export function defineTreatment<T extends PgTable>(
  table: T,
  columns: Readonly<Record<keyof T['_']['columns'], ColumnTreatment>>,
  rows: Pick<TableTreatment, SubjectKind> = {},
): TableTreatment {
  return { table, columns, ...rows };
}

/** Returns the rows of a subject in a table; null if the table has none of this kind. */
export function rowsOfSubject(
  fates: TableTreatment,
  subject: Subject,
): { condition: SQL | undefined; end: Rows<never>['end'] } | null {
  if (subject.kind === 'creator') {
    const { creator } = fates;
    return creator === undefined ? null : { condition: creator.condition(subject), end: creator.end };
  }
  const { brand } = fates;
  return brand === undefined ? null : { condition: brand.condition(subject), end: brand.end };
}

/** True if erasing a subject of this kind clears the column. */
export const isErased = ({ of }: ColumnTreatment, kind: SubjectKind): boolean => of === kind || of === 'both';

/** True if an export of a subject of this kind contains the column. */
export const isShown = (fate: ColumnTreatment, kind: SubjectKind): boolean =>
  fate.isExported && (fate.of === 'none' || isErased(fate, kind));
