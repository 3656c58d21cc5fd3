import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { listPage, recordVisiblePages } from '#app/queries/list-page.ts';
import type { Page } from '#contract/wire/page.ts';

const queryKey = ['rows'];
const pageOf = (page: number, row = `${page}a`): Page<string> => ({
  data: [row],
  pagination: { nextPage: page + 1, previousPage: null, total: 100 },
});

/** A list with this many loaded pages, and a function that loads one more; frames are painted on request. */
function listOf(pages: number) {
  const client = new QueryClient();
  const known = Array.from({ length: pages }, (_, index) => pageOf(index + 1));
  client.setQueryData(queryKey, { pages: known, pageParams: known.map((_, index) => index + 1) });
  const frames: (() => void)[] = [];
  const painted = vi.fn(() => new Promise<void>((resolve) => frames.push(resolve)));
  const read = vi.fn(async () => pageOf(99, 'new'));
  const answers: Page<string>[] = [];
  const ask = async (page: number) => {
    void listPage({ client, queryKey, page, read, painted }).then((answer) => answers.push(answer));
    await vi.waitFor(() => expect(answers.length + frames.length).toBe(1));
  };
  return { client, known, frames, read, answers, ask };
}

test('an appended page is delivered after the next paint', async () => {
  const { frames, answers, ask } = listOf(3);
  await ask(4);
  expect(answers).toEqual([]);
  frames[0]?.();
  await vi.waitFor(() => expect(answers).toEqual([pageOf(99, 'new')]));
});

test.each([
  ['the first page', 0, 1],
  ['a page that is refetched', 3, 2],
])('%s is delivered without waiting for a paint', async (_, pages, page) => {
  const { answers, ask } = listOf(pages);
  await ask(page);
  expect(answers).toEqual([pageOf(99, 'new')]);
});

test('a page far from the viewport is refetched only when it comes near', async () => {
  const { client, known, read, answers, ask } = listOf(9);
  await ask(9);
  expect(read).not.toHaveBeenCalled();
  expect(answers).toEqual([known[8]]);
  expect(recordVisiblePages(client, queryKey, 8, 8)).toBe(true);
});
