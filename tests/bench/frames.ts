import type { CDPSession, Page } from 'playwright';
import type { BenchBrowser } from './browser.ts';

declare global {
  interface Window {
    benchFrames?: { deltasMs: number[]; last: number | null; isOver: boolean; onFrame(at: number): void };
  }
}

export interface Frames {
  /**
   * From frame to frame, in whole ms: as it was seen, with all that other programs took away. A page is told the time in
   * steps of 0.1 ms, so that three frames of 60 a second, which are 50 ms, would be anything from 49.9 to 50.1.
   */
  deltasMs: number[];
  /** What the page's main thread did for each, in ms of the processor: ours alone. */
  workMs: number[];
  /** The same without the browser's collecting of garbage, which comes when it likes and as a whole. */
  drawnMs: number[];
}

/** The frames of a page while something is done on it. */
export async function framesDuring(browser: BenchBrowser, page: Page, act: () => Promise<void>): Promise<Frames> {
  const endTrace = await startTrace(browser);
  await page.evaluate(() => {
    const frames: NonNullable<Window['benchFrames']> = {
      deltasMs: [],
      last: null,
      isOver: false,
      onFrame(at) {
        if (frames.last !== null) frames.deltasMs.push(Math.round(at - frames.last));
        frames.last = at;
        if (!frames.isOver) requestAnimationFrame(frames.onFrame);
      },
    };
    window.benchFrames = frames;
    requestAnimationFrame(frames.onFrame);
  });
  await act();
  const deltasMs = await page.evaluate(() => {
    if (window.benchFrames === undefined) throw new Error('The page was left while its frames were counted.');
    window.benchFrames.isOver = true;
    return window.benchFrames.deltasMs;
  });
  return { deltasMs, ...workOf(await endTrace()) };
}

/** As Chromium writes it: microseconds, `tdur` those of the processor. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

async function startTrace(browser: BenchBrowser): Promise<() => Promise<TraceEvent[]>> {
  const session = await browser.browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return events;
  };
}

/** For each frame what was done since the one before it, on the thread whose frames they are. */
function workOf(events: readonly TraceEvent[]): Pick<Frames, 'workMs' | 'drawnMs'> {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame');
  const counts = new Map<string, number>();
  for (const frame of frames) counts.set(threadOf(frame), (counts.get(threadOf(frame)) ?? 0) + 1);
  const [main] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  const workMs: number[] = [];
  const drawnMs: number[] = [];
  let [ms, collectedMs, isFrame] = [0, 0, false];
  // A frame begins inside a task, and so comes right behind it.
  for (const { name, tdur = 0 } of events.filter((event) => threadOf(event) === main).toSorted((a, b) => a.ts - b.ts)) {
    if (name === 'FireAnimationFrame') isFrame = true;
    if (name === 'MajorGC' || name === 'MinorGC') collectedMs += tdur / 1000;
    if (name !== 'RunTask') continue;
    if (isFrame) {
      workMs.push(ms);
      drawnMs.push(ms - collectedMs);
      [ms, collectedMs, isFrame] = [0, 0, false];
    }
    ms += tdur / 1000;
  }
  return { workMs, drawnMs };
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
