import * as fc from 'fast-check';
import type { EventOf, HistoryEvent } from '#tests/support/history/event.ts';

type Step =
  | { do: 'decide'; offer: number; decision: 'approve' | 'reject' }
  | { do: 'resubmit'; offer: number }
  | { do: 'undo' | 'retry' }
  | { do: 'cut' | 'mend' | 'lose' | 'close' | 'open' | 'wait' };

interface Queued {
  decided: Omit<EventOf<'invoke'>, 'kind' | 'at'>;
  attempts: number;
  isReported: boolean;
}

/** Histories of a phone and a server that make no mistakes, whatever the network and the creators do. */
export const correctHistory: fc.Arbitrary<HistoryEvent[]> = fc
  .array(
    fc.tuple(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({
            do: fc.constant('decide' as const),
            offer: fc.nat(2),
            decision: fc.constantFrom('approve' as const, 'reject' as const),
          }),
        },
        { weight: 4, arbitrary: fc.record({ do: fc.constant('resubmit' as const), offer: fc.nat(2) }) },
        {
          weight: 8,
          arbitrary: fc.record({
            do: fc.constantFrom(
              'undo',
              'retry',
              'cut',
              'mend',
              'mend',
              'lose',
              'close',
              'open',
              'open',
              'wait',
              'wait',
            ),
          }),
        },
      ),
      fc.integer({ min: 1, max: 900 }),
    ),
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map((steps) => run(steps));

function run(steps: readonly (readonly [Step, number])[]): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  const offers = [0, 1, 2].map((id) => ({ id: `off_${id}`, version: 0, decided: false }));
  // The phone learns of a resubmission only when it fetches, so it may show an older version.
  const seen = offers.map(() => 0);
  const settled = new Set<string>();
  const queue: Queued[] = [];
  const parked: Queued[] = [];
  const done = new Set<string>();
  let now = 1_000;
  let made = 0;
  let reachable = true;
  let open = true;
  let loseNext = false;

  const tick = () => {
    now += 1;
    return now;
  };
  const fulfillment = (offer: number, version: number | undefined) => `ful_${offer}_${version}`;

  function serve({ decided }: Queued): 'applied' | 'changed' {
    const { actionId } = decided;
    events.push({ kind: 'received', at: tick(), actionId, brandId: 'brd_1' });
    if (done.has(decided.actionId)) return 'applied';
    const index = offers.findIndex(({ id }) => id === decided.recordId);
    const offer = offers[index];
    if (!offer || offer.decided || fulfillment(index, offer.version) !== decided.seen) {
      events.push({ kind: 'denied', at: tick(), actionId, status: 412 });
      return 'changed';
    }
    offer.decided = true;
    done.add(decided.actionId);
    events.push({ kind: 'applied', at: tick(), ...decided });
    return 'applied';
  }

  function sendAll() {
    while (reachable && open && queue[0]) {
      const [action] = queue;
      action.attempts += 1;
      const result = serve(action);
      if (loseNext) {
        loseNext = false;
        return;
      }
      queue.shift();
      const { actionId } = action.decided;
      if (result === 'applied') {
        if (action.decided.seen !== null) settled.add(action.decided.seen);
        events.push({ kind: 'sent', at: tick(), actionId });
      } else {
        events.push({ kind: action.isReported ? 'parked' : 'refused', at: tick(), actionId });
        if (action.isReported) parked.push(action);
      }
    }
  }

  function take(step: Step) {
    switch (step.do) {
      case 'decide': {
        const offer = offers[step.offer];
        const fulfillmentId = fulfillment(step.offer, seen[step.offer]);
        if (!open || !offer) return;
        if ([...queue, ...parked].some(({ decided }) => decided.recordId === offer.id)) return;
        if (settled.has(fulfillmentId)) return;
        made += 1;
        const decided = {
          actionId: `act_${made}`,
          recordId: offer.id,
          seen: fulfillmentId,
          operation: step.decision,
          brandId: 'brd_1',
        };
        events.push({ kind: 'invoke', at: tick(), ...decided });
        const action = { decided, attempts: 0, isReported: false };
        queue.push(action);
        sendAll();
        if (!queue.includes(action)) return;
        action.isReported = true;
        events.push({ kind: 'saved', at: tick(), actionId: decided.actionId });
        return;
      }
      case 'resubmit': {
        const offer = offers[step.offer];
        if (!offer) return;
        offer.version += 1;
        offer.decided = false;
        return;
      }
      case 'undo': {
        const index = queue.findIndex(({ attempts, isReported }) => attempts === 0 && isReported);
        const [action] = open && index >= 0 ? queue.splice(index, 1) : parked.splice(0, open ? 1 : 0);
        if (action) events.push({ kind: 'undone', at: tick(), actionId: action.decided.actionId });
        return;
      }
      case 'retry': {
        const action = open ? parked.shift() : undefined;
        if (!action) return;
        events.push({ kind: 'invoke', at: tick(), ...action.decided });
        events.push({ kind: 'saved', at: tick(), actionId: action.decided.actionId });
        queue.push(action);
        return;
      }
      case 'lose':
        loseNext = reachable;
        return;
      case 'cut':
      case 'mend':
        reachable = step.do === 'mend';
        events.push({ kind: reachable ? 'mended' : 'cut', at: tick() });
        return;
      case 'close':
      case 'open':
        open = step.do === 'open';
        events.push({ kind: open ? 'opened' : 'closed', at: tick() });
        return;
      case 'wait':
        return;
    }
  }

  for (const [step, ms] of steps) {
    now += ms;
    take(step);
    sendAll();
    const asks = step.do === 'wait' || step.do === 'open' || step.do === 'mend';
    if (asks && reachable && open) {
      for (const [index, offer] of offers.entries()) {
        seen[index] = offer.version;
        events.push({ kind: 'shown', at: tick(), recordId: offer.id, version: offer.version });
      }
    }
    events.push({ kind: 'queue', at: tick(), actionIds: queue.map(({ decided }) => decided.actionId) });
  }
  return events;
}
