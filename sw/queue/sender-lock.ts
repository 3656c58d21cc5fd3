import { lockNames } from '#contract/device.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';

const lockWaitMs = 2000;

interface Deps extends Pick<Runtime, 'locks' | 'wait'> {
  /** Resolves to true while somebody is in the middle of sending a decision. */
  isLeaseLive(): Promise<boolean>;
}

/** A lock that was `free` says that whoever claimed decisions before is done, or dead. */
export type LockHad = 'free' | 'taken';

/**
 * Runs the sender as the only one of this origin. Where another holds the lock it is waited for, within bounds: one that is
 * frozen would hold it for good, so once its lease has ended the lock is taken from it. Leases keep decisions from being
 * sent by two, should it go on after all.
 */
export async function withSenderLock(
  { locks, wait, isLeaseLive }: Deps,
  work: (had: LockHad) => Promise<void>,
): Promise<void> {
  const waiting = new AbortController();
  const over = new AbortController();
  let isHeld = false;
  const held = locks.request(lockNames.sender, { signal: waiting.signal }, async () => {
    isHeld = true;
    over.abort();
    await work('free');
  });
  held.catch(() => undefined);
  await Promise.race([held.catch(() => undefined), wait(lockWaitMs, over.signal)]);
  if (isHeld) return held.catch(ignoreTheft);
  waiting.abort();
  if (await isLeaseLive()) return;
  await locks.request(lockNames.sender, { steal: true }, () => work('taken')).catch(ignoreTheft);
}

/** The lock was taken over by another sender, which goes on from here. */
function ignoreTheft(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
