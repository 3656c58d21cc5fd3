import { describe, expect, it } from 'vitest';
import { checkHistory, noViolations } from '#tests/support/history/check.ts';
import type { HistoryEvent } from '#tests/support/history/event.ts';

describe('kinds that apply in any state of the record', () => {
  const read = { actionId: 'a', recordId: 'cmp_1', seen: null, operation: 'mark-read' };
  const invoked = (at: number, part: Partial<typeof read> = {}): HistoryEvent => ({
    kind: 'invoke',
    at,
    ...read,
    ...part,
  });
  const applied = (at: number, part: Partial<typeof read> = {}): HistoryEvent => ({
    kind: 'applied',
    at,
    ...read,
    ...part,
  });

  it.each([
    ['in their order', [1, 3]],
    ['in any order, as it can’t be known', [4, 3]],
  ])('may be requested and applied again, %s', (_, [first = 0, second = 0]) => {
    const again = { actionId: 'b' };
    const done = [applied(first), applied(second, again)].toSorted((a, b) => a.at - b.at);
    expect(checkHistory([invoked(0), invoked(2, again), ...done])).toEqual(noViolations);
  });

  it('keep their order among other operations', () => {
    const other = { actionId: 'b', operation: 'archive' };
    const saved: HistoryEvent = { kind: 'saved', at: 1, actionId: 'a' };
    const events = [invoked(0), saved, invoked(1, other), applied(2, other), applied(3)];
    expect(checkHistory(events).reordered).toMatchObject([{ actionId: 'b' }]);
  });

  it('are unordered until they are stored', () => {
    const other = { actionId: 'b', operation: 'archive' };
    const retried = [invoked(0), invoked(1, other), applied(2, other), applied(3)];
    expect(checkHistory(retried)).toEqual(noViolations);
    const queued: HistoryEvent = { kind: 'queue', at: 1, actionIds: ['a'] };
    expect(checkHistory([invoked(0), queued, ...retried.slice(1)]).reordered).toMatchObject([{ actionId: 'b' }]);
  });

  it('are still applied only once each', () => {
    expect(checkHistory([invoked(0), applied(1), applied(2)]).duplicated).toMatchObject([{ actionId: 'a' }]);
  });

  it('are not settled by the same operation on another record', () => {
    const other = { actionId: 'b', recordId: 'cmp_2' };
    const sent: HistoryEvent = { kind: 'sent', at: 3, actionId: 'a' };
    expect(checkHistory([invoked(0), invoked(1, other), applied(2, other), sent]).lost).toMatchObject([
      { actionId: 'a' },
    ]);
  });
});
