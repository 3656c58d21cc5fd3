import { sql } from 'drizzle-orm';
import { dayOf } from '#domain/time/period.ts';
import { loadNow, machineOf, type Report } from '../report.ts';
import { type CallTimes, timeCalls } from './calls.ts';
import { type BenchDatabase, type DatabaseKind, databaseKinds, makeDatabase } from './databases.ts';
import { type FigureTimes, timeFigures } from './figures.ts';
import { type Filled, fill } from './fill.ts';
import { type ImportTimes, timeImports } from './imports.ts';
import { startServer } from './server-process.ts';

interface Options {
  /** Runs fewer rounds and snapshots, which show that the bench works and give rough figures. */
  quick: boolean;
  /** Numbers of snapshots to measure with; each database has its own by default. */
  snapshots?: number[] | undefined;
  databases?: string[] | undefined;
  /** Rows of the imported files. */
  importRows?: number | undefined;
  say(text: string): void;
}

export interface Measured {
  database: string;
  filled: Filled;
  /** Time to store the snapshots in bulk and to compute their rollups. */
  fillSeconds: number;
  figures: FigureTimes;
  calls: CallTimes[];
  imports: ImportTimes[];
}

export interface ServerReport {
  machine: Report['machine'];
  measured: Measured[];
}

const usual = { embedded: [10_000], postgres: [10_000, 10_000_000] };
const quickly = { embedded: [10_000], postgres: [10_000, 100_000] };

/**
 * Measures the server with this many snapshots in databases created for the bench; 10 million take a quarter of an
 * hour.
 */
export async function runServerBench({ quick, snapshots, databases, importRows, say }: Options): Promise<ServerReport> {
  const loadBefore = loadNow();
  const measured: Measured[] = [];
  for (const kind of databases?.map(kindOf) ?? databaseKinds) {
    if (kind === 'postgres' && process.env.TEST_DATABASE_URL === undefined) {
      say('PostgreSQL is not measured: TEST_DATABASE_URL names none.');
      continue;
    }
    for (const count of snapshots ?? (quick ? quickly : usual)[kind]) {
      say(`${kind}, ${count.toLocaleString('en-US')} snapshots …`);
      const database = await makeDatabase(kind);
      try {
        measured.push(await measure(database, count, importRows ?? (quick ? 3_000 : 60_000), quick, say));
      } finally {
        await database.remove();
      }
    }
  }
  return { machine: machineOf('no browser', loadBefore), measured };
}

function kindOf(name: string): DatabaseKind {
  const kind = databaseKinds.find((each) => each === name);
  if (kind === undefined) throw new Error(`Expected ${databaseKinds.join(' or ')}, found ${name}.`);
  return kind;
}

async function measure(
  database: BenchDatabase,
  snapshots: number,
  importRows: number,
  quick: boolean,
  say: Options['say'],
): Promise<Measured> {
  const today = dayOf(new Date());
  const startedAt = performance.now();
  const opened = await database.open();
  const filled = await database.atLength(opened, async (db) => {
    const made = await fill(db, snapshots, today);
    // Either database eventually does it by itself; fresh statistics now make runs comparable.
    await db.execute(sql`vacuum analyze`);
    return made;
  });
  const fillSeconds = (performance.now() - startedAt) / 1_000;

  say('  figures …');
  const rounds = quick ? { rollups: 5, raw: 2 } : { rollups: 30, raw: 5 };
  const figures = await database.atLength(opened, (patient) => timeFigures(opened.db, patient, filled, today, rounds));
  await opened.close();

  say('  calls …');
  const server = await startServer(database.env);
  const calls = await timeCalls(server.address, filled, quick ? 1 : 5).finally(server.stop);

  say('  imports …');
  const again = await database.open();
  const imports = await timeImports(again, filled, today, importRows);
  await again.close();
  return { database: database.version, filled, fillSeconds, figures, calls, imports };
}
