import type { Day } from '#domain/time/period.ts';
import { brandScope } from '#server/database/brand-scope.ts';
import type { Database } from '#server/database/database.ts';
import { readAnalytics, readDailyGains } from '#server/services/campaigns/analytics.ts';
import { readPostAnalytics } from '#server/services/figures/post-analytics.ts';
import { readPostPage } from '#server/services/figures/rollups/post-page.ts';
import { type Filled, yearUntil } from './fill.ts';
import { median, timed } from './measures.ts';
import { rawAnalytics, rawDays, rawPage } from './raw-figures.ts';

/** Milliseconds for the same figures from the rollups and from raw rows, in one run. */
export interface Compared {
  name: string;
  ms: number;
  rawMs: number;
}

export interface FigureTimes {
  compared: Compared[];
  /** Milliseconds for whole pages of posts as the API returns them: the first one and one far down. */
  pages: { first: number; far: number; farPage: number };
}

const pageSize = 20;

/**
 * Times a brand's figures for a year.
 * @param patient the database without a statement timeout
 * @throws if rollups and raw rows differ
 */
export async function timeFigures(
  db: Database,
  patient: Database,
  { brandId }: Filled,
  today: Day,
  rounds: { rollups: number; raw: number },
): Promise<FigureTimes> {
  const scope = brandScope(db, brandId);
  const period = yearUntil(today);
  const compared: Compared[] = [];
  const compare = async <T, R>(
    name: string,
    ours: () => Promise<T>,
    raw: () => Promise<R>,
    isSame: (ours: T, raw: R) => boolean,
  ) => {
    const fast = await timed(rounds.rollups, ours);
    const slow = await timed(rounds.raw, raw);
    if (!isSame(fast.result, slow.result)) throw new Error(`${name}: rollups and raw rows differ.`);
    compared.push({ name, ms: median(fast.ms), rawMs: median(slow.ms) });
    return fast.result;
  };

  const summary = await compare(
    'analytics of the brand, a year',
    () => readAnalytics(scope, period),
    () => rawAnalytics(patient, brandId, period),
    (ours, raw) => Object.entries(raw).every(([name, value]) => ours[name as keyof typeof raw] === value),
  );
  await compare(
    'its days',
    () => readDailyGains(scope, period),
    () => rawDays(patient, brandId, period),
    (ours, raw) => JSON.stringify(ours.map(([day, views]) => [day, views])) === JSON.stringify(raw),
  );
  const farPage = Math.max(1, Math.min(5_000, Math.floor(summary.postCount / pageSize)));
  for (const page of [1, farPage]) {
    await compare(
      `which posts page ${page} has`,
      () => readPostPage(scope, { period, page, pageSize }),
      () => rawPage(patient, brandId, period, page, pageSize),
      (ours, raw) => JSON.stringify(ours) === JSON.stringify(raw),
    );
  }
  const timePage = async (page: number) => {
    const request = { period, brandName: 'Benchmark', page, pageSize };
    return median((await timed(rounds.rollups, () => readPostAnalytics(scope, request))).ms);
  };
  return { compared, pages: { first: await timePage(1), far: await timePage(farPage), farPage } };
}
