import type { Page } from '#contract/wire/page.ts';

export interface PageRequest {
  page: number;
  pageSize: number;
}

export const offsetOf = ({ page, pageSize }: PageRequest) => (page - 1) * pageSize;

/** Wraps rows as a page of a list with `total` rows. */
export function pageOf<T>(data: T[], total: number, { page, pageSize }: PageRequest): Page<T> {
  return {
    data,
    pagination: {
      nextPage: page * pageSize < total ? page + 1 : null,
      previousPage: page > 1 ? page - 1 : null,
      total,
    },
  };
}
