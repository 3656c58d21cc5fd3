import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

/** The browser tells of long frames when nothing else is left to do. */
const toldAfterMs = 300;

export interface Frames {
  /**
   * From frame to frame, in whole ms: as it was seen, with all that other programs took away. A page is told the time in
   * steps of 0.1 ms, so that three frames of 60 a second, which are 50 ms, would be anything from 49.9 to 50.1.
   */
  deltasMs: number[];
  /** What the browser itself calls long animation frames, which begin with what made them necessary: those of 50 ms or more. */
  longMs: number[];
  /** What the page's main thread did for a frame, in the mean. */
  workMs: number;
}

/**
 * The frames of a page while something is done on it. Nothing is traced: on a slow processor that alone makes long frames.
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
  await setTimeout(toldAfterMs);
  const told = await ask(session, 'benchFrames.observer.disconnect(), [benchFrames.deltasMs, benchFrames.longMs]');
  const [deltasMs, longMs] = told as [number[], number[]];
  return { deltasMs, longMs, workMs: busy / Math.max(1, deltasMs.length) };
}

/** What the page knows, asked by few words: Playwright's own ways to ask are a long frame's work on a slow processor. */
export async function ask(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

/** How long the page's main thread has worked, ever. */
async function busyMs(session: CDPSession): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell how long it worked.');
  return seconds * 1000;
}

export interface Swipe {
  /** Pixels; downwards where it is above 0. */
  by: number;
  pxPerSecond: number;
}

/** Drags the page, which follows as a phone's does: on the compositor, whether its main thread keeps up or not. */
export async function swipe(session: CDPSession, { by, pxPerSecond }: Swipe): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 420,
    yDistance: -by,
    speed: pxPerSecond,
    // A gesture of touch moves nothing in a page without a touch screen.
    gestureSourceType: 'mouse',
    preventFling: true,
  });
}
