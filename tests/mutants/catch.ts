import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { testEnv } from '#tests/runner/run-command.mjs';

/**
 * Tests that must notice a fault of queue, copy, sync or stream; the slow ones run only for faults that the others
 * miss.
 */
const stages = [
  ['--project', 'unit', 'tests/unit/sw', 'tests/unit/offline', 'tests/unit/live'],
  ['--project', 'simulation', 'tests/simulation/queue.test.ts'],
  ['--project', 'conformance', 'tests/conformance/feed/live.test.ts'],
] as const;
type Stage = readonly string[];
/** Limit of one stage. A fault that makes the tests hang counts as caught. */
const timeoutMs = 600_000;
/** Limit of one test, longer than a busy machine takes: a timeout would count as a catch. */
const testTimeoutMs = 120_000;

const reportSchema = v.object({
  numTotalTests: v.number(),
  testResults: v.array(
    v.object({ name: v.string(), status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
  ),
});

/** Tests that failed first. `broken`: none could run, so the fault was not tested. */
export type Caught = { kind: 'survived' } | { kind: 'broken' } | { kind: 'caught'; by: string[] };

const running = new Set<() => void>();
export function stopTests(): void {
  for (const stop of running) stop();
}

function runTests(tree: string, stage: Stage, report: string): Promise<number | null> {
  return new Promise((resolve) => {
    const vitest = join(tree, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', ...stage, '--reporter=json', '--bail=1'];
    const child = spawn(process.execPath, [...args, `--outputFile=${report}`, `--testTimeout=${testTimeoutMs}`], {
      cwd: tree,
      stdio: 'ignore',
      // Its own process group lets one signal end its workers, too.
      detached: true,
      env: { ...testEnv(), CI: '1' },
    });
    const stop = () => {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
    };
    const timer = setTimeout(stop, timeoutMs);
    running.add(stop);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(stop);
      resolve(code);
    });
  });
}

/**
 * Runs the tests in a tree, stage by stage until one fails. `tests`: arguments of the only stage for a fault of the
 * server.
 */
export async function runAndCatch(tree: string, tests?: readonly string[]): Promise<Caught> {
  for (const stage of tests === undefined ? stages : [tests]) {
    const caught = await runStage(tree, stage);
    if (caught.kind !== 'survived') return caught;
  }
  return { kind: 'survived' };
}

async function runStage(tree: string, stage: Stage): Promise<Caught> {
  const report = join(tree, 'report.json');
  rmSync(report, { force: true });
  const code = await runTests(tree, stage, report);
  if (code === 0) return { kind: 'survived' };
  if (!existsSync(report)) return code === null ? { kind: 'caught', by: ['time'] } : { kind: 'broken' };
  const { testResults } = v.parse(reportSchema, JSON.parse(readFileSync(report, 'utf8')));
  const failed = testResults.filter(({ status }) => status === 'failed');
  // A file that failed to load has no tests, so it says nothing about the fault.
  const by = failed.filter(({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed'));
  if (by.length === 0) return { kind: 'broken' };
  return { kind: 'caught', by: by.map(({ name }) => name.replace(/^.*\/tests\//, '').replace(/\.test\.ts$/, '')) };
}
