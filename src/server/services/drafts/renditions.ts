import { type Poller, startPolling } from '../jobs/poll.ts';
import type { Encoder } from './encoder.ts';
import { cannotSay, fillOrder, type RenditionDeps } from './fill-order.ts';
import { failAbandoned, type Lane, takeOrder } from './orders.ts';

/** Others may have taken an order and ended since. */
const pollMs = 5_000;

/**
 * Makes the renditions that were ordered, and looks at originals, one at a time in each lane, for as long as it runs. Its end cuts
 * off those that are being made.
 */
export function startRenditions({
  encoder,
  ...deps
}: Omit<RenditionDeps, 'encoder'> & { encoder: Promise<Encoder | null> }): Poller {
  const end = new AbortController();
  const poll = (lane: Lane, onLong: () => void) =>
    startPolling({
      everyMs: pollMs,
      round: async () => fillLane({ ...deps, encoder: await encoder }, lane, { end: end.signal, onLong }),
      onError: (error) => deps.log.error({ err: error }, 'Renditions couldn’t be processed'),
    });
  const long = poll('long', () => {});
  const lanes = [poll('short', long.wake), long];
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  wake();
  return {
    wake,
    async stop() {
      end.abort(new Error('The server is shutting down'));
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Fills every order that no process works at, the short ones first. */
export async function fillOrders(deps: RenditionDeps, end: AbortSignal): Promise<void> {
  await fillLane(deps, 'short', { end });
  await fillLane(deps, 'long', { end });
}

interface Filling {
  end: AbortSignal;
  /** Called when an order turns out to be long, and is left to that lane. */
  onLong?(): void;
}

/** Fills every order of a lane that no process works at. */
export async function fillLane(deps: RenditionDeps, lane: Lane, { end, onLong = () => {} }: Filling): Promise<void> {
  await failAbandoned(deps.db, deps.now(), cannotSay);
  while (!end.aborted) {
    const order = await takeOrder(deps.db, deps.now(), lane);
    if (order === null) return;
    const outcome = await fillOrder(deps, order, { lane, end });
    if (outcome === 'long') onLong();
  }
}
