import { fork } from 'node:child_process';
import { childProgram } from '#server/paths.ts';
import { limitProcess, type ProcessLimits } from '#server/services/files/pictures/limited-process.ts';
import { DraftRefusedError, refusals } from '../state/refused.ts';
import type { CopyJob } from './copy-media.ts';
import type { DraftMedia } from './media.ts';
import type { MediaJob, MediaResult } from './media-child.ts';

/**
 * A draft that exceeds the processor time or the memory is refused. A long elapsed time may be the machine's fault, so
 * the draft isn't refused for it.
 */
const readLimits: ProcessLimits = { timeMs: 120_000, processorMs: 30_000, memoryBytes: 500_000_000 };
const startLimitMs = 60_000;
/** Limits of a copy, enough for two gigabytes on a slow disk. */
const copyLimits: ProcessLimits = { timeMs: 1_200_000, processorMs: 300_000, memoryBytes: 500_000_000 };

interface Options {
  signal?: AbortSignal;
  limits?: Partial<ProcessLimits>;
}

/**
 * Reads a draft's media properties in a separate process, which is killed at its limits. The file is read in place, in chunks.
 * @throws {DraftRefusedError} with a message for the creator
 * @throws the abort reason of `signal`; any other error is the machine's, and a retry may succeed
 */
export const probeDraft = (from: string, { signal, limits = {} }: Options = {}): Promise<DraftMedia> =>
  ask({ kind: 'read', from }, { ...readLimits, ...limits }, signal);

/**
 * Remuxes a draft's video and audio into a new file, and drops everything else. Throws the same errors as {@link
 * probeDraft}. @returns the new file's media properties
 */
export const copyDraft = (order: CopyJob, signal: AbortSignal): Promise<DraftMedia> =>
  ask({ kind: 'copy', ...order }, copyLimits, signal);

async function ask(order: MediaJob, limits: ProcessLimits, signal: AbortSignal | undefined): Promise<DraftMedia> {
  signal?.throwIfAborted();
  const { file, execArgv } = childProgram('media-child', 'services/drafts/media');
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  const child = fork(file, [], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH, TMPDIR },
  });
  const next = () => new Promise<MediaResult>((resolve) => child.once('message', resolve));
  // A busy machine may take a long time to start a process, which isn't the draft's fault.
  const { ended, allow, kill } = limitProcess(child, { timeMs: startLimitMs, memoryBytes: limits.memoryBytes }, signal);
  try {
    let answer = await Promise.race([next(), ended]);
    if ('isReady' in answer) {
      allow(limits);
      child.send(order, () => {});
      answer = await Promise.race([next(), ended]);
    }
    signal?.throwIfAborted();
    if ('media' in answer) return answer.media;
    if ('refused' in answer) throw new DraftRefusedError(answer.refused);
    if ('failed' in answer) throw new Error(`A draft could not be read: ${answer.failed}`);
    if ('overLimit' in answer && (answer.overLimit === 'memory' || answer.overLimit === 'processor'))
      throw refusals.tooHard();
    throw new Error(
      `The process that reads drafts exited: ${'code' in answer ? (answer.code ?? answer.signal) : 'unexpectedly'}`,
    );
  } finally {
    kill();
  }
}
