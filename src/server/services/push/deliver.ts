import type { Logger } from 'pino';
import type { PushMessage } from '#contract/account/push.ts';
import { quietEnd } from '#domain/time/quiet-time.ts';
import type { Database } from '#server/database/database.ts';
import type { pushDevices } from '#server/database/tables/push-tables.ts';
import type { Poller } from '../jobs/poll.ts';
import { type Failure, type JobDeps, jobRunner, type Outcome } from '../jobs/runner.ts';
import { type DeviceRow, quietTimeOf } from './devices.ts';
import { clearDeliveredNews, isSessionOpen, pushJobs } from './pending.ts';
import { addRefusal, isDead, noRefusals } from './refusals.ts';
import { type PushOutcome, type SendDeps, sendPush } from './send.ts';

export interface PushDeps extends SendDeps, JobDeps {
  /** Returns the current messages for a device, in sending order. */
  compose(db: Database, device: DeviceRow, publicUrl: string): Promise<PushMessage[]>;
  log: Logger;
}

/** Maximum number of concurrent pushes, so that a hanging push service doesn't block the others. */
const maxSending = 16;

/** Sends pushes for pending news until the returned poller is stopped. */
export const startPushSender = (deps: PushDeps): Poller => pushRunner(deps).start();

/** Sends every due push, including those that become due in the meantime. */
export const deliverDuePushes = (deps: PushDeps) => pushRunner(deps).drain();

const pushRunner = (deps: PushDeps) =>
  jobRunner(deps, {
    ...{ jobs: pushJobs, pollMs: 1_500, atOnce: maxSending, words: 'A push wasn’t sent' },
    run: (device) => deliver(deps, device),
    toFailure: (_, device) => ({ retryAfterMs: 0, end: clearDeliveredNews(device, null) }),
    facts: ({ brandId }) => ({ brandId }),
  });

async function deliver(deps: PushDeps, device: DeviceRow): Promise<Outcome<typeof pushDevices>> {
  const { db, now } = deps;
  if (!(await isSessionOpen(db, device, now()))) return { drop: true, result: 'nothing' };
  const quiet = quietTimeOf(device);
  const dueAt = quiet && quietEnd(quiet, now());
  if (dueAt !== null) return { dueAt, countsTry: false };
  const messages = await deps.compose(db, device, deps.publicUrl());
  for (const message of messages) {
    const sent = await sendPush(deps, device, message);
    if (sent.result === 'gone') return { drop: true, result: 'refused' };
    if (sent.result !== 'sent') return failureOf(deps, sent, device);
  }
  return messages.length === 0
    ? { ...clearDeliveredNews(device, null), result: 'nothing' }
    : clearDeliveredNews(device, noRefusals);
}

/** Doesn't log the endpoint and its keys, since they let anyone reach the device. */
function failureOf({ log, now }: PushDeps, sent: PushOutcome, device: DeviceRow): Failure<typeof pushDevices> {
  const facts = sent.status === null ? {} : { status: sent.status };
  const retryAfterMs = sent.result === 'later' ? sent.retryAfterMs : null;
  const result = sent.result === 'later' ? 'failed' : 'refused';
  const refused = addRefusal(device, sent, now());
  if (refused === null || !isDead(refused, now()))
    return { facts, retryAfterMs, result, end: clearDeliveredNews(device, refused) };
  log.warn(
    { brandId: device.brandId, ...facts },
    'A push service has refused a device for days; the device was removed',
  );
  return { retryAfterMs, result, end: { drop: true }, words: null };
}
