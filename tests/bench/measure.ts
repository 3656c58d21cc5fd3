export interface Spread {
  p50: number;
  p75: number;
  p95: number;
  max: number;
  /** Number of measurements. */
  n: number;
}

/** Quantiles by nearest rank, so that each figure is a measured value and none is interpolated. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('Nothing was measured.');
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { p50: at(0.5), p75: at(0.75), p95: at(0.95), max: at(1), n: sorted.length };
}
