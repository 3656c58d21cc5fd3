import { addDays, type Day } from '../../../src/domain/period.ts';
import type { Database } from '../../../src/server/database/database.ts';
import { importMetrics } from '../../../src/server/services/metrics-import/import-metrics.ts';
import { metricColumns } from '../../../src/server/services/metrics-import/metric-row.ts';
import { type Filled, idOf, videoLink } from './fill.ts';

export interface ImportTimes {
  name: string;
  rows: number;
  rowsPerSecond: number;
  /** How much more memory the process had at its highest, in MB. */
  memoryMb: number;
}

/** Days of each new post. */
const newDays = 30;
/** Beyond the posts that there are. */
const newPostsFrom = 0x4000_0000;

/** How fast files come in: posts that are new, and one more day for all posts of some campaigns. */
export async function timeImports(db: Database, filled: Filled, today: Day, rows: number): Promise<ImportTimes[]> {
  return [
    await timeImport(db, 'new posts, 30 days each', [{ campaign: 0, lines: newPosts(rows, today) }]),
    await timeImport(db, 'one more day for posts that are there', moreDays(filled, rows, today)),
    await timeImport(db, 'the same again, which changes nothing', moreDays(filled, rows, today)),
  ];
}

interface File {
  campaign: number;
  lines: Iterable<string>;
}

async function timeImport(db: Database, name: string, files: Iterable<File>): Promise<ImportTimes> {
  let highest = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  const startedAt = performance.now();
  let rows = 0;
  try {
    for (const { campaign, lines } of files) {
      const request = { campaignId: idOf('cmp', campaign), dryRun: false };
      const report = await importMetrics({ db, now: () => new Date() }, request, bytesOf(lines));
      if (report.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(report.refused[0])}`);
      rows += report.rows;
    }
  } finally {
    clearInterval(watch);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const memoryMb = Math.max(0, Math.round((Math.max(highest, process.memoryUsage().rss) - before) / 1e6));
  return { name, rows, rowsPerSecond: Math.round(rows / seconds), memoryMb };
}

function* newPosts(rows: number, today: Day): Generator<string> {
  for (let i = 0; i < rows; i += 1) {
    const post = newPostsFrom + Math.floor(i / newDays);
    yield line(post, addDays(today, (i % newDays) - newDays + 1), 100 + (i % newDays) * 10);
  }
}

/** A day that posts have, corrected, for the first campaigns' posts; a file for each campaign. */
function* moreDays({ campaigns, posts }: Filled, rows: number, today: Day): Generator<File> {
  let left = Math.min(rows, posts);
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
