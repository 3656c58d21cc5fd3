import type { PageMessage, WorkerMessage, WorkerReply } from '#contract/worker/worker-message.ts';

const done: WorkerReply = { ok: true, status: null };

export interface FakeWorker {
  /** Messages from pages, in order. */
  readonly received: PageMessage[];
  /** Sets the reply from now on; null sends none. */
  reply(given: (message: PageMessage) => WorkerReply | null | Promise<WorkerReply | null>): void;
  /** Leaves the page uncontrolled, as after a forced reload, until it asks to be claimed. */
  letGo(): void;
  /** Sends a message to every page. */
  say(message: WorkerMessage): void;
}

/** A service worker in control of the page, until the test ends. */
export function fakeWorker(): FakeWorker {
  const received: PageMessage[] = [];
  let answer: Parameters<FakeWorker['reply']>[0] = () => done;
  const container = new EventTarget();
  const controller = {
    postMessage: async (message: PageMessage, [port]: [MessagePort]) => {
      received.push(message);
      if (message.type === 'claim') {
        Object.assign(container, { controller });
        container.dispatchEvent(new Event('controllerchange'));
      }
      const reply = await answer(message);
      if (reply) port.postMessage(reply);
    },
  };
  Object.assign(container, {
    controller,
    ready: Promise.resolve({}),
    startMessages: () => undefined,
    getRegistration: async () => ({ active: controller }),
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  return {
    received,
    reply: (given) => {
      answer = given;
    },
    letGo: () => void Object.assign(container, { controller: null }),
    say: (message) => container.dispatchEvent(new MessageEvent('message', { data: message })),
  };
}

/** Removes the worker, as in a browser without workers. */
export const removeFakeWorker = (): void => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
};
