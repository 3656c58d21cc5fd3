import type { WorkerReply } from '#contract/worker/worker-message.ts';
import { isQuotaError, StorageUnavailableError } from '#sw/database/storage-errors.ts';
import { handlePush } from '#sw/notices/push.ts';
import { readActions } from '#sw/queue/outbox/actions.ts';
import type { WaitUntil } from '#sw/runtime/held-events.ts';
import type { Runtime } from '#sw/runtime/runtime.ts';
import { createCommands } from './commands.ts';
import { createEffects } from './effects.ts';
import { handleMessage } from './messages.ts';
import { createParts } from './parts.ts';
import type { WorkerEvents } from './worker-events.ts';

export interface Worker {
  /** The response to a page's request; null if the worker doesn't handle it. */
  fetch(request: Request, waitUntil: WaitUntil): Promise<Response> | null;
  message(data: unknown, reply: (reply: WorkerReply) => void, waitUntil: WaitUntil): Promise<void>;
  /** Handles a push message, given as text. */
  push(data: string | null, waitUntil: WaitUntil): Promise<void>;
  /** Background Sync: the browser has detected a network. @throws if intents are still queued, so the browser retries */
  sync(waitUntil: WaitUntil): Promise<void>;
  /** Periodic Background Sync: syncs, and downloads drafts. */
  periodicSync(waitUntil: WaitUntil): Promise<void>;
}

interface Options {
  /** Takes control of uncontrolled pages. */
  claim(): Promise<void>;
  skipWaiting(): Promise<void>;
  reportError(error: unknown): void;
}

/** Assembles the worker's logic. It is idle until an event arrives. */
export function createWorker(browser: Runtime, { claim, skipWaiting, reportError: report }: Options): Worker {
  // The status already reports storage problems, so individual calls don't.
  const reportError = (error: unknown) => {
    if (!(error instanceof StorageUnavailableError) && !isQuotaError(error)) report(error);
  };
  const on: WorkerEvents = createEffects(() => parts);
  const parts = createParts(browser, on, reportError);
  const { events, gateway, catchUp, sessions, copy, outbox, wakeUp } = parts;
  parts.connectivity.onChange(on.reached);
  for (const connection of [copy, outbox]) connection.onAvailable(on.storage);
  const commandEffects = { claim, skipWaiting, onTaken: on.actionTaken, onChange: on.changed };

  return {
    fetch(request, waitUntil) {
      const handler = gateway.handlerOf(request);
      return handler && events.run(waitUntil, handler);
    },
    message: (data, reply, waitUntil) =>
      events.run(waitUntil, (keep) =>
        handleMessage(data, reply, createCommands(parts, commandEffects, keep), reportError),
      ),
    push: (data, waitUntil) => events.runInBackground(waitUntil, () => handlePush(data, parts)),
    periodicSync: (waitUntil) => events.runInBackground(waitUntil, () => catchUp.run({ always: true })),
    async sync(waitUntil) {
      wakeUp.woken();
      await events.run(waitUntil, () => catchUp.run({ always: false }));
      const row = await sessions.read();
      const waiting = row === null || row.expired ? [] : await readActions(outbox, row.session.brandId);
      if (waiting.some(({ state }) => state === 'waiting')) throw new Error('Intents still wait');
    },
  };
}
