import { fork } from 'node:child_process';
import { childProgram } from '../../paths.ts';
import { limitProcess, type ProcessLimits } from '../files/limited-process.ts';
import type { DraftMedia } from './media.ts';
import type { MediaAnswer } from './media-child.ts';
import { DraftRefusedError, refusals } from './refused.ts';

const defaultLimits: ProcessLimits = { timeMs: 30_000, memoryBytes: 500_000_000 };

/**
 * Reads what a draft holds, in a process of its own that is killed at its limits. The file is read where it stands, part by
 * part.
 * @throws {DraftRefusedError} in words for the creator
 * @throws what `signal` was aborted with; any other error is the machine's, and the same again may do
 */
export async function probeDraft(
  path: string,
  { signal, limits = {} }: { signal?: AbortSignal; limits?: Partial<ProcessLimits> } = {},
): Promise<DraftMedia> {
  signal?.throwIfAborted();
  const { file, execArgv } = childProgram('media-child', 'services/drafts');
  const { PATH = '', TMPDIR = '/tmp' } = process.env;
  const child = fork(file, [], {
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH, TMPDIR },
  });
  const answered = new Promise<MediaAnswer>((resolve) => {
    child.once('message', (answer: MediaAnswer) => resolve(answer));
  });
  const process_ = limitProcess(child, { ...defaultLimits, ...limits }, signal);
  child.send({ path }, () => {});
  try {
    const told = await Promise.race([answered, process_.ended]);
    signal?.throwIfAborted();
    if ('media' in told) return told.media;
    if ('refused' in told) throw new DraftRefusedError(told.refused);
    if (told.overLimit !== null) throw refusals.tooHard();
    throw new Error(`The process that reads drafts ended: ${told.code ?? told.signal}`);
  } finally {
    process_.kill();
  }
}
