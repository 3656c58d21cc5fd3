import type { Logger } from 'pino';
import type { PushMessage } from '#contract/push.ts';
import { quietEnd } from '#domain/quiet-time.ts';
import type { Database } from '#server/database/database.ts';
import { type Poller, startPolling } from '../jobs/poll.ts';
import { type DeviceRow, quietTimeOf } from './devices.ts';
import { dropDevice, isSessionOpen, postponeDevice, settleDevice, takeDueDevice } from './pending.ts';
import { isDead, noRefusals, refusedAgain } from './refusals.ts';
import { type PushOutcome, type SendDeps, sendPush } from './send.ts';

export interface PushDeps extends SendDeps {
  db: Database;
  /** Messages to a device as of now, in the order in which they are sent. */
  compose(db: Database, device: DeviceRow, publicUrl: string): Promise<PushMessage[]>;
  log: Logger;
}

/** Interval at which devices are looked at unasked: for tries that are due, and for what other processes have to tell. */
const pollMs = 1_500;
/** The most pushes on their way at once: a push service that hangs must not hold up the others'. */
const mostSending = 16;
/** Waits before each further try. After them it is given up: what waits shows in the app all the same. */
const retryWaitsMs = [5_000, 30_000, 120_000, 600_000, 3_600_000, 3 * 3_600_000];

/** Tells devices what waits for them, for as long as it runs. */
export function startPushSender(deps: PushDeps): Poller {
  const sending = new Set<Promise<void>>();
  const { wake, stop } = startPolling({
    everyMs: pollMs,
    // A round doesn't wait for pushes on their way: one of them may hang.
    round: (isStopped) => takeDue(deps, sending, isStopped),
    onError: (error) => deps.log.error({ err: error }, 'Devices to notify couldn’t be read'),
  });
  wake();
  return {
    wake,
    async stop() {
      await stop();
      await Promise.all(sending);
    },
  };
}

/** Sends every push that is due, and what becomes due meanwhile. */
export async function deliverDuePushes(deps: PushDeps): Promise<void> {
  const sending = new Set<Promise<void>>();
  do {
    await Promise.all(sending);
    await takeDue(deps, sending, () => false);
  } while (sending.size > 0);
}

/** Begins to send every push that is due. Ends when the last has begun. */
async function takeDue(deps: PushDeps, sending: Set<Promise<void>>, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const device = await takeDueDevice(deps.db, deps.now());
    if (device === null) return;
    const push = deliver(deps, device)
      .catch((error: unknown) => deps.log.error({ err: error, brandId: device.brandId }, 'A push couldn’t be created'))
      .finally(() => sending.delete(push));
    sending.add(push);
    if (sending.size >= mostSending) await Promise.race(sending);
  }
}

async function deliver(deps: PushDeps, device: DeviceRow): Promise<void> {
  const { db, now, log } = deps;
  if (!(await isSessionOpen(db, device, now()))) return dropDevice(db, device);
  const quiet = quietTimeOf(device);
  const dueAt = quiet && quietEnd(quiet, now());
  if (dueAt !== null) return postponeDevice(db, device, { dueAt, countsTry: false });
  const outcome = await sendAll(deps, device, await deps.compose(db, device, deps.publicUrl()));
  if (outcome === null || outcome.result === 'sent') return settleDevice(db, device, outcome && noRefusals);
  if (outcome.result === 'gone') return dropDevice(db, device);
  // The address and its keys are not logged: with them anyone can reach the device.
  const named = { brandId: device.brandId, ...(outcome.status === null ? {} : { status: outcome.status }) };
  const waitMs = outcome.result === 'later' ? retryWaitsMs[device.tries - 1] : undefined;
  if (waitMs === undefined) {
    const refused = refusedAgain(device, outcome, now());
    if (refused !== null && isDead(refused, now())) {
      log.warn(named, 'A push service has refused a device for days; the device is removed');
      return dropDevice(db, device);
    }
    log.error(named, 'A push wasn’t sent');
    return settleDevice(db, device, refused);
  }
  log.warn(named, 'A push wasn’t sent and will be retried');
  const nextAt = new Date(now().getTime() + Math.max(waitMs, outcome.retryAfterMs));
  return postponeDevice(db, device, { dueAt: nextAt, countsTry: true });
}

/** Sends one after the other, until one isn't taken. @returns what became of the last; null where there was none */
async function sendAll(deps: PushDeps, device: DeviceRow, messages: readonly PushMessage[]) {
  let outcome: PushOutcome | null = null;
  for (const message of messages) {
    outcome = await sendPush(deps, device, message);
    if (outcome.result !== 'sent') break;
  }
  return outcome;
}
