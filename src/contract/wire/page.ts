import * as v from 'valibot';
import { count, wholeNumber } from './primitives.ts';

/** Maximum page size of any list. */
export const maxPageSize = 100;

/** `page` and `pageSize` of a list's query; pages start at 1. */
export const pageQuery = (defaultPageSize: number) => ({
  page: v.optional(wholeNumber(1, 1_000_000), '1'),
  pageSize: v.optional(wholeNumber(1, maxPageSize), String(defaultPageSize)),
});

const pageNumber = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)));

export const paginationSchema = v.object({ nextPage: pageNumber, previousPage: pageNumber, total: count });
export type Pagination = v.InferOutput<typeof paginationSchema>;

/** A page of a list: `{ data, pagination: { nextPage, previousPage, total } }`. */
export const pageOf = <TItem extends v.GenericSchema>(item: TItem) =>
  v.object({ data: v.array(item), pagination: paginationSchema });

export interface Page<T> {
  data: T[];
  pagination: Pagination;
}
