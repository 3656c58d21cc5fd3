import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** The page of one test. Like a closed tab, it stops when the test ends. */
export interface TestPage {
  /** Network calls that had no response. */
  readonly unanswered: string[];
  /** Runs work in this page. Everything that it starts belongs to the page, however much later it runs. */
  run<T>(work: () => T): T;
  /** Lets pending immediate work finish, stops the page's timers, and leaves open calls unsettled. */
  end(): Promise<void>;
}

interface OpenPage extends TestPage {
  hasEnded(): boolean;
  onEnd(work: () => void): void;
}

const pages = new AsyncLocalStorage<OpenPage>();
const { setImmediate } = globalThis;

/** Turns of the event loop in which available responses, and the calls that they trigger, are handled. */
const lastTasks = 5;

/** Makes the page of a test; {@link TestPage.run} opens it. */
export function createPage(): TestPage {
  const endings: (() => void)[] = [];
  let hasEnded = false;
  const page: OpenPage = {
    unanswered: [],
    run: (work) => pages.run(page, work),
    async end() {
      for (let task = 0; task < lastTasks; task += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      hasEnded = true;
      for (const work of endings) work();
    },
    hasEnded: () => hasEnded,
    onEnd: (work) => endings.push(work),
  };
  return page;
}

/**
 * Wraps a fake `fetch` so that it serves open pages only, and passes it the page of each call. A call of an ended page
 * never begins, and one in flight at the end never settles.
 */
export const forOpenPages =
  <A extends unknown[], T>(serve: (page: TestPage, ...args: A) => Promise<T>): ((...args: A) => Promise<T>) =>
  (...args) =>
    new Promise((resolve, reject) => {
      const page = pages.getStore();
      if (page === undefined || page.hasEnded()) return;
      const ifOpen =
        <V>(settle: (value: V) => void) =>
        (value: V) => {
          if (!page.hasEnded()) settle(value);
        };
      serve(page, ...args).then(ifOpen(resolve), ifOpen(reject));
    });

/** Starts timers like the given function does. They stop with the page that started them. */
function ofPage<A extends unknown[], T>(start: (...args: A) => T, stop: (timer: T) => void): (...args: A) => T {
  return (...args) => {
    const timer = start(...args);
    const page = pages.getStore();
    if (page?.hasEnded()) stop(timer);
    else page?.onEnd(() => stop(timer));
    return timer;
  };
}

// This runs once in a worker, before any module of the app: all of them share these.
const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
// jsdom draws all pages' frames in one interval, which belongs to the first page.
const requestFrame = (draw: FrameRequestCallback) => requestAnimationFrame(AsyncResource.bind(draw));
Object.assign(globalThis, {
  setTimeout: ofPage(globalThis.setTimeout, globalThis.clearTimeout),
  setInterval: ofPage(globalThis.setInterval, globalThis.clearInterval),
  requestAnimationFrame: ofPage(requestFrame, cancelAnimationFrame),
});
