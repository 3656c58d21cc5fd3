import { describe, expect, it } from 'vitest';
import { checkHistory, noViolations } from '#tests/support/history/check.ts';
import type { HistoryEvent } from '#tests/support/history/event.ts';

describe('kinds that hold whatever the record has become', () => {
  const read = { actionId: 'a', recordId: 'cmp_1', seen: null, wish: 'mark-read' };
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

  it('may be wanted and done again, in their order', () => {
    const again = { actionId: 'b' };
    expect(checkHistory([invoked(0), applied(1), invoked(2, again), applied(3, again)])).toEqual(noViolations);
  });

  it('are done once each, all the same', () => {
    expect(checkHistory([invoked(0), applied(1), applied(2)]).duplicated).toMatchObject([{ actionId: 'a' }]);
  });

  it('are not done by what was wanted of another record', () => {
    const other = { actionId: 'b', recordId: 'cmp_2' };
    const sent: HistoryEvent = { kind: 'sent', at: 3, actionId: 'a' };
    expect(checkHistory([invoked(0), invoked(1, other), applied(2, other), sent]).lost).toMatchObject([
      { actionId: 'a' },
    ]);
  });
});
