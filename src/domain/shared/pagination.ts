import type { Page } from '#contract/wire/page.ts';

/** A page of a whole list, pages from 1. A page behind the end is empty and has no next one. */
export function paginate<T>(items: readonly T[], page: number, pageSize: number): Page<T> {
  const start = (page - 1) * pageSize;
  return {
    data: items.slice(start, start + pageSize),
    pagination: {
      nextPage: start + pageSize < items.length ? page + 1 : null,
      previousPage: page > 1 ? page - 1 : null,
      total: items.length,
    },
  };
}
