import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

/** The browser reports long frames only once it is idle. */
const reportAfterMs = 300;

export interface Frames {
  /**
   * Time from frame to frame as a user sees it, including time taken by other programs, in whole ms. A page's clock has
   * steps of 0.1 ms, with which three frames at 60 per second, which are 50 ms, would be anything from 49.9 to 50.1.
   */
  deltasMs: number[];
  /** Long animation frames as reported by the browser, which start with the frame's cause: those of 50 ms or more. */
  longMs: number[];
  /** Mean time per frame that the page's main thread was busy. */
  workMs: number;
}

/**
 * Measures a page's frames during an action without a trace: on a slow processor tracing alone causes long frames.
 * @see https://w3c.github.io/long-animation-frames/
 */
export async function framesDuring(session: CDPSession, act: () => Promise<void>): Promise<Frames> {
  await ask(
    session,
    `(() => {
      const frames = (window.benchFrames = { deltasMs: [], longMs: [], isOver: false });
      frames.observer = new PerformanceObserver((list) => frames.longMs.push(...list.getEntries().map(({ duration }) => Math.round(duration))));
      frames.observer.observe({ type: 'long-animation-frame' });
      let last = null;
      const onFrame = (at) => {
        if (frames.isOver) return;
        if (last !== null) frames.deltasMs.push(Math.round(at - last));
        last = at;
        requestAnimationFrame(onFrame);
      };
      requestAnimationFrame(onFrame);
    })()`,
  );
  const busyBefore = await busyMs(session);
  await act();
  await ask(session, 'benchFrames.isOver = true');
  const busy = (await busyMs(session)) - busyBefore;
  await setTimeout(reportAfterMs);
  const reported = await ask(session, 'benchFrames.observer.disconnect(), [benchFrames.deltasMs, benchFrames.longMs]');
  const [deltasMs, longMs] = reported as [number[], number[]];
  return { deltasMs, longMs, workMs: busy / Math.max(1, deltasMs.length) };
}

/** Evaluates an expression with one bare command: Playwright's own evaluate causes a long frame on a slow processor. */
export async function ask(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** Time that the page's main thread has been busy since it started. */
async function busyMs(session: CDPSession): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell how long it worked.');
  return seconds * 1000;
}

export interface Swipe {
  /** Pixels, downwards if above 0. */
  by: number;
  pxPerSecond: number;
}

/** Drags the page, which follows on the compositor as on a phone, even if its main thread can't keep up. */
export async function swipe(session: CDPSession, { by, pxPerSecond }: Swipe): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 420,
    yDistance: -by,
    speed: pxPerSecond,
    // A touch gesture doesn't scroll a page without a touch screen.
    gestureSourceType: 'mouse',
    preventFling: true,
  });
}
