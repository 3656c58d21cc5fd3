import type { Page } from 'playwright';

export interface Answers {
  path: string;
  ms: number[];
}

/**
 * Measures the page's wait for responses to these GETs until their JSON is parsed, one after another, in rounds.
 * @param from `copy`: each response must come from the phone's local data; `network`: none may
 */
export function timeAnswers(page: Page, paths: readonly string[], rounds: number, from: 'copy' | 'network') {
  return page.evaluate(
    async ({ paths, rounds, from }) => {
      const headers = { Authorization: `Bearer ${localStorage.getItem('accessToken')}` };
      const answers = paths.map((path) => ({ path, ms: [] as number[] }));
      // The first round starts the worker and opens its databases, and isn't counted.
      for (let round = 0; round <= rounds; round += 1) {
        for (const { path, ms } of answers) {
          const startedAt = performance.now();
          const response = await fetch(path, { headers });
          await response.json();
          const took = performance.now() - startedAt;
          if (!response.ok) throw new Error(`${path} answered ${response.status}`);
          const isStored = response.headers.has('X-Afield-Stored-At');
          if (isStored !== (from === 'copy')) throw new Error(`${path} did not come from the ${from}`);
          if (round > 0) ms.push(took);
        }
      }
      return answers;
    },
    { paths: [...paths], rounds, from },
  ) satisfies Promise<Answers[]>;
}
