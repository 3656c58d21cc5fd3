import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type Run, titleOf } from '../queue/fault.ts';

const program = fileURLToPath(new URL('player.ts', import.meta.url));
/** Limit of one run, far above what a busy machine needs: a worker that never finishes is a fault, too. */
const runLimitMs = 120_000;

/** Plays runs in a process of its own, and in another after one that a run has crashed or hung. */
function startPlayer() {
  let running: ChildProcess | null = null;

  function start(): ChildProcess {
    const child = fork(program, [], { execArgv: ['--import', 'tsx'] });
    child.once('exit', () => {
      running = null;
    });
    return child;
  }

  const play = (run: Run) =>
    new Promise<string | null>((resolve, reject) => {
      running ??= start();
      const child = running;
      const timer = setTimeout(() => child.kill('SIGKILL'), runLimitMs);
      const settle = (fault: string | null) => {
        clearTimeout(timer);
        child.off('error', reject).off('message', onMessage).off('exit', onExit);
        resolve(fault);
      };
      const onMessage = ({ fault }: { fault: string | null }) => settle(fault);
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(`${titleOf(run)}\nIts process ended with ${signal ?? code}. A run has ${runLimitMs / 1000} s.`);
      child.once('error', reject).once('message', onMessage).once('exit', onExit);
      // A process that is just ending does not get it; its exit settles the run.
      child.send(run, () => undefined);
    });

  return { play, end: () => running?.disconnect() };
}

interface Options {
  runs: Iterable<Run>;
  /** Called for each run with a fault, as soon as it ends. */
  onFault(run: Run, fault: string): void;
}

/** Plays runs on all cores. @returns the number of runs played */
export async function playRuns({ runs, onFault }: Options): Promise<number> {
  // All players take their runs from this one iterator.
  const left = runs[Symbol.iterator]();
  let played = 0;

  async function work(): Promise<void> {
    const { play, end } = startPlayer();
    try {
      for (let next = left.next(); !next.done; next = left.next()) {
        const fault = await play(next.value);
        played += 1;
        if (fault !== null) onFault(next.value, fault);
      }
    } finally {
      end();
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return played;
}
