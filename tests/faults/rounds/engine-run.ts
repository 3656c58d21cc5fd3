import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectCable } from '#tests/e2e/fixtures/network/cable.ts';
import { listenForComplaints } from '#tests/e2e/fixtures/network/complaints.ts';
import type { AppServer } from '#tests/e2e/fixtures/server/app-server.ts';
import type { Engine, Tab } from '#tests/engines/phones/phone.ts';
import { type HistoryRecorder, recordHistory } from '#tests/support/history/recorder.ts';
import { type Installed, install } from './install.ts';
import { planOf } from './plan.ts';
import { playRound, type RoundResult } from './round.ts';
import { look } from './screen.ts';

export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A completed round with its result, or a finding that says why it was aborted. */
export interface Played {
  seed: number;
  result: RoundResult | null;
  /** Findings of one line each; none if every promise was kept. */
  findings: string[];
}

interface Options {
  name: EngineName;
  engine: Engine;
  server: AppServer;
  /** Seeds of the rounds, ending with the run's time. */
  seeds: Iterable<number>;
  /** Folder for the histories of failing rounds. */
  resultsDir: string;
  say(text: string): void;
  /** Called with the seed of each round with findings, as soon as the round ends. */
  onFault(seed: number): void;
}

const isStored = async (tab: Tab) => /^Up to date/.test((await look(tab)).banner ?? '');

/** One line for each broken promise. */
function findingsOf({ violations, findings }: RoundResult): string[] {
  const broken = Object.entries(violations).flatMap(([law, all]) =>
    all.map(
      ({ actionId, recordId, what }: { actionId: string | null; recordId: string | null; what: string }) =>
        `${law}: ${actionId ?? ''} ${recordId ?? ''} ${what}`,
    ),
  );
  return [...broken, ...findings];
}

/** Plays rounds in one engine, keeping one profile until a round fails, as real phones are used for long, too. */
export async function playRounds(options: Options): Promise<Played[]> {
  const { name, server, seeds, resultsDir, say, onFault } = options;
  let history: HistoryRecorder = recordHistory();
  const journal: string[] = [];
  let begunAt = Date.now();
  const note = (text: string) => {
    journal.push(`${String(Date.now() - begunAt).padStart(6)} ${text}`);
  };
  const complaints = listenForComplaints();
  const cable = await connectCable(
    server.port,
    { record: (event) => history.record(event), events: () => [] },
    complaints,
  );
  const played: Played[] = [];
  let installed: Installed | null = null;
  try {
    for (const seed of seeds) {
      installed ??= await install({
        ...options,
        origin: cable.url,
        path: '/dashboard/campaigns',
        isReady: isStored,
        record: note,
      });
      const folder = join(resultsDir, `${name}-${seed}`);
      mkdirSync(folder, { recursive: true });
      history = recordHistory({ file: join(folder, 'history.jsonl') });
      journal.length = 0;
      begunAt = Date.now();
      installed.rounds += 1;
      const plan = planOf(seed, { canStopWorkers: installed.phone.stopWorkers !== undefined });
      const picture = join(folder, 'screen.png');
      const scene = { ...installed, number: installed.rounds, server, cable, history, note, picture };
      const { result, findings } = await playRound(plan, scene).then(
        (result) => ({ result, findings: findingsOf(result) }),
        (error: unknown) => ({
          result: null,
          findings: [`broke off: ${error instanceof Error ? error.stack : error}`],
        }),
      );
      played.push({ seed, result, findings });
      say(`${name} ${seed}: ${findings.length === 0 ? inShort(result) : findings.join('\n  ')}`);
      if (findings.length === 0) {
        rmSync(folder, { recursive: true });
        continue;
      }
      writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan, replacePatterns, 1));
      writeFileSync(join(folder, 'journal.txt'), `${journal.join('\n')}\n`);
      writeFileSync(join(folder, 'findings.txt'), `${findings.join('\n')}\n`);
      say(`  kept in ${folder}; again: npm run faults -- --engine ${name} --seed ${seed} --rounds 1`);
      onFault(seed);
      await cable.setMode({ kind: 'pass' });
      await installed.phone.quit().catch(() => undefined);
      installed = null;
    }
  } finally {
    await installed?.phone.quit().catch(() => undefined);
    await cable.close();
  }
  return played;
}

const replacePatterns = (_key: string, value: unknown) => (value instanceof RegExp ? String(value) : value);

function inShort(result: RoundResult | null): string {
  if (result === null) return '';
  const longest = Math.max(0, ...result.waitsMs);
  const { decisions, applied, killed, stopped } = result;
  return `${decisions} decisions, ${applied} applied, ${killed} kills, ${stopped} stops, ${longest} ms after the return`;
}
