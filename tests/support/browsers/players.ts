import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';

interface Options<Run extends object> {
  /** Path of the program that plays the runs it is sent, one at a time, and sends back `{ fault }` for each. */
  program: string;
  runs: Iterable<Run>;
  /** A run's title, with the command that replays it. */
  titleOf(run: Run): string;
  /** Time limit of one run, far above what a busy machine needs: a run that never finishes is a fault, too. */
  limitMs: number;
  /** Called for each run with a fault, as soon as it ends. */
  onFault(run: Run, fault: string): void;
  /** Called after each run with the number played so far. */
  onPlayed?(played: number): void;
}

type Playing<Run extends object> = Pick<Options<Run>, 'program' | 'titleOf' | 'limitMs'>;

/** Plays runs in a separate process, and replaces it after a run has crashed or hung it. */
function startPlayer<Run extends object>({ program, titleOf, limitMs }: Playing<Run>) {
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
      const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
      const settle = (fault: string | null) => {
        clearTimeout(timer);
        child.off('error', reject).off('message', onMessage).off('exit', onExit);
        resolve(fault);
      };
      const onMessage = ({ fault }: { fault: string | null }) => settle(fault);
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(`${titleOf(run)}\nIts process ended with ${signal ?? code}. A run has ${limitMs / 1000} s.`);
      child.once('error', reject).once('message', onMessage).once('exit', onExit);
      // A process that is about to exit doesn't receive it; its exit settles the run.
      child.send(run, () => undefined);
    });

  return { play, end: () => running?.disconnect() };
}

/** Plays runs on all cores. @returns the number of runs played */
export async function playOnAllCores<Run extends object>(options: Options<Run>): Promise<number> {
  // All players take their runs from this one iterator.
  const left = options.runs[Symbol.iterator]();
  let played = 0;

  async function work(): Promise<void> {
    const { play, end } = startPlayer(options);
    try {
      for (let next = left.next(); !next.done; next = left.next()) {
        const fault = await play(next.value);
        played += 1;
        if (fault !== null) options.onFault(next.value, fault);
        options.onPlayed?.(played);
      }
    } finally {
      end();
    }
  }

  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return played;
}
