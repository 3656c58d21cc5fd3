import type { Page } from '#contract/wire/page.ts';

/** A page of a complete list; pages start at 1. A page beyond the end is empty and has no next page. */
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
