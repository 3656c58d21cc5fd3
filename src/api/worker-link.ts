import * as v from 'valibot';
import {
  type PageMessage,
  type WorkerMessage,
  type WorkerReply,
  workerMessageSchema,
  workerReplySchema,
} from '#contract/worker/worker-message.ts';
import { withTimeout } from './with-timeout.ts';

/** The worker for this page: its controller, or an active worker that hasn't claimed it yet. */
async function activeWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null;
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ?? null;
}

/**
 * Sends the worker a message and waits for its reply; null without a worker, or after a timeout.
 * @param timeoutMs time limit for the reply; sending the queue takes longer than other messages
 */
export async function sendToWorker(message: PageMessage, timeoutMs = 5000): Promise<WorkerReply | null> {
  const startedAt = performance.now();
  // Apply the timeout here, too: `getRegistration` may never settle in a malfunctioning browser.
  const worker = await withTimeout(timeoutMs, activeWorker());
  if (worker === null) return null;
  const { port1, port2 } = new MessageChannel();
  const reply = new Promise<WorkerReply | null>((resolve) => {
    port1.onmessage = (event) => {
      const parsed = v.safeParse(workerReplySchema, event.data);
      resolve(parsed.success ? parsed.output : null);
    };
    worker.postMessage(message, [port2]);
  });
  return withTimeout(timeoutMs - (performance.now() - startedAt), reply).finally(() => port1.close());
}

/** Subscribes to the worker's messages; ignores those that don't parse, such as an older version's. */
export function onWorkerMessage(listener: (message: WorkerMessage) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = (event: MessageEvent) => {
    const parsed = v.safeParse(workerMessageSchema, event.data);
    if (parsed.success) listener(parsed.output);
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
