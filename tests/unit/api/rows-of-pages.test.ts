import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type RowsOfPages, rowsOfPages } from '#app/queries/rows-of-pages.ts';
import type { Page } from '#contract/wire/page.ts';

interface Row {
  id: string;
  views: number;
}

const keyOf = ({ id }: Row) => id;
const pageOf = (...data: Row[]): Page<Row> => ({ data, pagination: { nextPage: null, previousPage: null, total: 9 } });
const row = (id: string, views = 1): Row => ({ id, views });

test('a row that moved to the next page appears once, in its old place, with its newest value', () => {
  const first = rowsOfPages([pageOf(row('a'), row('b'))], keyOf, null);
  const { rows } = rowsOfPages([...first.pages, pageOf(row('b', 2), row('c'))], keyOf, first);
  expect(rows).toEqual([row('a'), row('b', 2), row('c')]);
  expect(first.rows).toEqual([row('a'), row('b')]);
});

test('appending a page processes only that page’s rows', () => {
  const first = rowsOfPages([pageOf(row('a'), row('b'))], keyOf, null);
  const count = vi.fn(keyOf);
  rowsOfPages([...first.pages, pageOf(row('c'))], count, first);
  expect(count).toHaveBeenCalledTimes(1);
});

test('the incremental result equals a full computation, however pages are added, refetched or replaced', () => {
  const aPage = fc
    .array(fc.record({ id: fc.constantFrom(...'abcdef'), views: fc.nat(3) }), { maxLength: 4 })
    .map((data) => pageOf(...data));
  const aStep = fc.oneof(
    fc.record({ kind: fc.constant('next'), page: aPage }),
    fc.record({ kind: fc.constant('again'), page: aPage, at: fc.nat(5) }),
    fc.record({ kind: fc.constant('other'), page: aPage }),
    fc.record({ kind: fc.constant('same'), page: aPage }),
  );
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 12 }), (steps) => {
      let pages: Page<Row>[] = [];
      let latest: RowsOfPages<Row> | null = null;
      for (const step of steps) {
        if (step.kind === 'next') pages = [...pages, step.page];
        if (step.kind === 'other') pages = [step.page];
        if ('at' in step) pages = pages.map((page, index) => (index === step.at ? step.page : page));
        latest = rowsOfPages(pages, keyOf, latest);
        const byKey = new Map(pages.flatMap(({ data }) => data.map((each) => [keyOf(each), each])));
        expect(latest.rows).toEqual([...byKey.values()]);
      }
    }),
  );
});
