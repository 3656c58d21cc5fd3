import { addDays, type Day } from '#domain/time/period.ts';
import type { OpenDatabase } from '#server/database/database.ts';
import { importMetrics } from '#server/services/figures/metrics-import/import-metrics.ts';
import { metricColumns } from '#server/services/figures/metrics-import/rows/metric-row.ts';
import { noLookups } from '#server/services/posts/lookups/look-up.ts';
import { type Filled, idOf, videoLink } from './fill.ts';

export interface ImportTimes {
  name: string;
  rows: number;
  rowsPerSecond: number;
  /** Peak memory of the process above its initial value, in MB. */
  memoryMb: number;
  /** Shows that an import neither slows down nor grows; null with too few rows to tell. */
  tenths: Tenths | null;
}

interface Tenths {
  /** Rows per second in the first tenth, and in the last one including what remains to be stored at the end. */
  firstPerSecond: number;
  lastPerSecond: number;
  /** Peak memory up to the end of the first tenth above the initial value, in MB. */
  firstMb: number;
}
/** With fewer rows, those read but not yet stored, a part or two, would be too much of a tenth. */
const fewestOfTenths = 1_000_000;

/** Days of each new post. */
const newDays = 30;
/** New posts get ids beyond those of the filled ones. */
const newPostsFrom = 0x4000_0000;

/** Times imports of files: new posts, and one more day for all posts of some campaigns. */
export async function timeImports(
  opened: OpenDatabase,
  filled: Filled,
  today: Day,
  rows: number,
): Promise<ImportTimes[]> {
  const days = Math.min(rows, filled.posts);
  return [
    await timeImport(opened, 'new posts, 30 days each', rows, [{ campaign: 0, lines: newPosts(rows, today) }]),
    await timeImport(opened, 'one more day for posts that are there', days, moreDays(filled, days, today)),
    await timeImport(opened, 'the same again, which changes nothing', days, moreDays(filled, days, today)),
  ];
}

interface File {
  campaign: number;
  lines: Iterable<string>;
}

async function timeImport(
  { db, rowsAtOnce }: OpenDatabase,
  name: string,
  rows: number,
  files: Iterable<File>,
): Promise<ImportTimes> {
  const before = process.memoryUsage().rss;
  let highest = before;
  const look = () => {
    highest = Math.max(highest, process.memoryUsage().rss);
    return highest;
  };
  const watch = setInterval(look, 20);
  const startedAt = performance.now();
  const secondsNow = () => (performance.now() - startedAt) / 1_000;
  const tenth = { seconds: 0, highest: before };
  const lastTenth = { seconds: 0 };
  let given = 0;
  const noted = function* (lines: Iterable<string>): Generator<string> {
    for (const text of lines) {
      yield text;
      given += 1;
      if (given === Math.ceil(rows / 10)) Object.assign(tenth, { seconds: secondsNow(), highest: look() });
      if (given === rows - Math.ceil(rows / 10)) lastTenth.seconds = secondsNow();
    }
  };
  try {
    for (const { campaign, lines } of files) {
      const request = { campaignId: idOf('cmp', campaign), dryRun: false, makeMissing: true };
      const context = { db, rowsAtOnce, lookUpPost: noLookups, now: () => new Date() };
      const report = await importMetrics(context, request, bytesOf(noted(lines)));
      if (report.refusedCount > 0) throw new Error(`Refused: ${JSON.stringify(report.refused[0])}`);
    }
  } finally {
    clearInterval(watch);
  }
  if (given !== rows) throw new Error(`Expected ${rows} rows, gave ${given}.`);
  const seconds = secondsNow();
  const perSecond = (some: number, took: number) => Math.round(some / took);
  const mb = (bytes: number) => Math.round((bytes - before) / 1e6);
  const tenths = {
    firstPerSecond: perSecond(rows / 10, tenth.seconds),
    lastPerSecond: perSecond(rows / 10, seconds - lastTenth.seconds),
    firstMb: mb(tenth.highest),
  };
  return {
    ...{ name, rows, rowsPerSecond: perSecond(rows, seconds), memoryMb: mb(look()) },
    tenths: rows >= fewestOfTenths ? tenths : null,
  };
}

function* newPosts(rows: number, today: Day): Generator<string> {
  for (let i = 0; i < rows; i += 1) {
    const post = newPostsFrom + Math.floor(i / newDays);
    yield line(post, addDays(today, (i % newDays) - newDays + 1), 100 + (i % newDays) * 10);
  }
}

/** Generates a file for each of the first campaigns that corrects one of its posts' days. */
function* moreDays({ campaigns, posts }: Filled, rows: number, today: Day): Generator<File> {
  let left = rows;
  for (let campaign = 0; campaign < campaigns && left > 0; campaign += 1) {
    const lines: string[] = [];
    for (let post = campaign; post < posts && left > 0; post += campaigns) {
      lines.push(line(post, today, 99_999));
      left -= 1;
    }
    yield { campaign, lines };
  }
}

const line = (post: number, day: Day, views: number) =>
  `${videoLink(post)},YOUTUBE,creator${Math.floor(post / 10)},${day},${views},${Math.floor(views / 12)},3,\n`;

async function* bytesOf(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let piece = `${metricColumns.join(',')}\n`;
  for (const text of lines) {
    piece += text;
    if (piece.length < 60_000) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}
