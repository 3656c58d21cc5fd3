import { performance } from 'node:perf_hooks';

/** Milliseconds of repeated work. The first run warms caches and isn't counted. */
export async function timed<T>(rounds: number, work: () => Promise<T>): Promise<{ ms: number[]; result: T }> {
  let result = await work();
  const ms: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    result = await work();
    ms.push(performance.now() - startedAt);
  }
  return { ms, result };
}

/** Quantile by nearest rank, so that it is a measured value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);
