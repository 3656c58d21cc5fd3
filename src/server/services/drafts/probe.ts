import { fork } from 'node:child_process';
import { childProgram } from '#server/paths.ts';
import { limitProcess, type ProcessLimits } from '../files/limited-process.ts';
import type { CopyOrder } from './copy-media.ts';
import type { DraftMedia } from './media.ts';
import type { MediaAnswer, MediaOrder } from './media-child.ts';
import { DraftRefusedError, refusals } from './refused.ts';

const readLimits: ProcessLimits = { timeMs: 30_000, memoryBytes: 500_000_000 };
const startLimitMs = 60_000;
/** Copying two gigabytes on a slow disk takes so long. */
const copyLimits: ProcessLimits = { timeMs: 300_000, memoryBytes: 500_000_000 };

interface Options {
  signal?: AbortSignal;
  limits?: Partial<ProcessLimits>;
}

/**
 * Reads what a draft holds, in a process of its own that is killed at its limits. The file is read where it is, part by part.
 * @throws {DraftRefusedError} in words for the creator
 * @throws what `signal` was aborted with; any other error is the machine's, and the same again may do
 */
export const probeDraft = (from: string, { signal, limits = {} }: Options = {}): Promise<DraftMedia> =>
  ask({ kind: 'read', from }, { ...readLimits, ...limits }, signal);

/**
 * Copies pictures and sound of a draft into a new file, as they are, and leaves out all else that it says. Limits and errors
 * as those of {@link probeDraft}. @returns what the new file holds
 */
export const copyDraft = (order: CopyOrder, signal: AbortSignal): Promise<DraftMedia> =>
  ask({ kind: 'copy', ...order }, copyLimits, signal);

async function ask(order: MediaOrder, limits: ProcessLimits, signal: AbortSignal | undefined): Promise<DraftMedia> {
  signal?.throwIfAborted();
  const { file, execArgv } = childProgram('media-child', 'services/drafts');
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  const child = fork(file, [], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH, TMPDIR },
  });
  const next = () => new Promise<MediaAnswer>((resolve) => child.once('message', resolve));
  // A machine that has much to do may take long to start a process: that is not the draft's fault.
  const { ended, allow, kill } = limitProcess(child, { ...limits, timeMs: startLimitMs }, signal);
  try {
    let told = await Promise.race([next(), ended]);
    const isReady = 'isReady' in told;
    if (isReady) {
      allow(limits.timeMs);
      child.send(order, () => {});
      told = await Promise.race([next(), ended]);
    }
    signal?.throwIfAborted();
    if ('media' in told) return told.media;
    if ('refused' in told) throw new DraftRefusedError(told.refused);
    if ('failed' in told) throw new Error(`A draft could not be read: ${told.failed}`);
    if ('overLimit' in told && (told.overLimit === 'memory' || (isReady && told.overLimit === 'time')))
      throw refusals.tooHard();
    throw new Error(`The process that reads drafts exited: ${'code' in told ? (told.code ?? told.signal) : 'unasked'}`);
  } finally {
    kill();
  }
}
