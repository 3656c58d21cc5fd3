import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory, noViolations, type Violations } from '#tests/support/history/check.ts';
import type { EventOf, HistoryEvent } from '#tests/support/history/event.ts';
import { correctHistory } from './correct-queue.ts';

const applied = (history: readonly HistoryEvent[]) =>
  history.filter((event): event is EventOf<'applied'> => event.kind === 'applied');

/**
 * Corrupts correct histories and expects a law to name the action. `spoil` returns null if a history has nothing to
 * corrupt; fast-check then tries another, and gives up if it finds too few.
 */
function caught(
  law: keyof Violations,
  spoil: (history: HistoryEvent[], pick: number) => { history: HistoryEvent[]; actionId: string | null } | null,
) {
  void fc.assert(
    fc.property(correctHistory, fc.nat(), (history, pick) => {
      const spoilt = spoil(history, pick);
      fc.pre(spoilt !== null);
      const found = checkHistory(spoilt.history, { recordsRefusals: true })[law];
      expect(found.map(({ actionId }) => actionId)).toContain(spoilt.actionId);
    }),
    { numRuns: 200 },
  );
}

function pickOf<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)];
}

describe('histories of a correct queue', () => {
  it('keep every law', () => {
    void fc.assert(
      fc.property(correctHistory, (history) => {
        expect(checkHistory(history, { recordsRefusals: true })).toEqual(noViolations);
      }),
      { numRuns: 1_000 },
    );
  });

  it('get the same result in any order of their lines', () => {
    void fc.assert(
      fc.property(
        correctHistory.chain((history) => fc.shuffledSubarray(history, { minLength: history.length })),
        (shuffled) => {
          expect(checkHistory(shuffled)).toEqual(noViolations);
        },
      ),
    );
  });

  it('contain what the laws are about: replays, repeats, conflicts, undone and pending actions', () => {
    const kinds = new Set(
      fc.sample(correctHistory, { numRuns: 200, seed: 1 }).flatMap((all) => all.map((e) => e.kind)),
    );
    expect([...kinds].toSorted()).toEqual([
      'applied',
      'closed',
      'cut',
      'denied',
      'invoke',
      'mended',
      'opened',
      'parked',
      'queue',
      'received',
      'refused',
      'saved',
      'sent',
      'shown',
      'undone',
    ]);
  });
});

describe('a corrupted history is caught', () => {
  it('if an action reported as sent was never applied', () => {
    caught('lost', (history, pick) => {
      const sent = pickOf(
        history.filter((event) => event.kind === 'sent'),
        pick,
      );
      if (!sent) return null;
      const { actionId } = sent;
      return { actionId, history: history.filter((event) => event.kind !== 'applied' || event.actionId !== actionId) };
    });
  });

  it('if a pending action has disappeared from the queue', () => {
    caught('lost', (history, pick) => {
      const last = history.findLast((event) => event.kind === 'queue');
      const done = new Set(applied(history).map(({ actionId }) => actionId));
      const actionId = pickOf(last?.actionIds.filter((id) => !done.has(id)) ?? [], pick);
      if (!last || !actionId) return null;
      const without = { ...last, actionIds: last.actionIds.filter((id) => id !== actionId) };
      return { actionId, history: history.map((event) => (event === last ? without : event)) };
    });
  });

  it('if an action is applied twice', () => {
    caught('duplicated', (history, pick) => {
      const once = pickOf(applied(history), pick);
      return once ? { actionId: once.actionId, history: [...history, { ...once, at: once.at + 40 }] } : null;
    });
  });

  it('if another action changes the same fulfillment', () => {
    caught('duplicated', (history, pick) => {
      const once = pickOf(applied(history), pick);
      if (!once) return null;
      const again = { ...once, actionId: 'act_again', at: once.at + 40 };
      return { actionId: 'act_again', history: [...history, { ...again, kind: 'invoke' }, again] };
    });
  });

  it('if two actions of one offer are applied in the wrong order', () => {
    caught('reordered', (history, pick) => {
      const pairs = applied(history).flatMap((first) => {
        const second = applied(history).find((event) => event.recordId === first.recordId && event.at > first.at);
        return second ? [{ first, second }] : [];
      });
      const pair = pickOf(pairs, pick);
      if (!pair) return null;
      const { first, second } = pair;
      const swapped = history.map((event) => {
        if (event === first) return { ...first, at: second.at };
        return event === second ? { ...second, at: first.at } : event;
      });
      return { actionId: second.actionId, history: swapped };
    });
  });

  it('if an action is applied to a version that the brand hadn’t seen', () => {
    caught('silentOverwrites', (history, pick) => {
      const seen = pickOf(applied(history), pick);
      if (!seen) return null;
      const unseen = { ...seen, seen: 'ful_unseen' };
      return { actionId: seen.actionId, history: history.map((event) => (event === seen ? unseen : event)) };
    });
  });

  it('if a different decision is applied', () => {
    caught('contradicted', (history, pick) => {
      const right = pickOf(applied(history), pick);
      if (!right) return null;
      const wrong = { ...right, operation: right.operation === 'approve' ? 'reject' : 'approve' };
      return { actionId: right.actionId, history: history.map((event) => (event === right ? wrong : event)) };
    });
  });

  it('if an undone action is applied anyway', () => {
    caught('contradicted', (history, pick) => {
      const undone = pickOf(
        history.filter((event) => event.kind === 'undone'),
        pick,
      );
      const invoke = history.find((event) => event.kind === 'invoke' && event.actionId === undone?.actionId);
      if (!undone || invoke?.kind !== 'invoke') return null;
      const { actionId } = undone;
      return { actionId, history: [...history, { ...invoke, kind: 'applied', at: undone.at + 1 }] };
    });
  });

  it('if a pending action takes 6 s longer, with the server responding and a page open', () => {
    caught('stuck', (history, pick) => {
      const waited = applied(history).filter(({ actionId, at }) =>
        history.some((event) => event.kind === 'saved' && event.actionId === actionId && event.at < at),
      );
      const late = pickOf(waited, pick);
      if (!late) return null;
      const shifted = history.map((event) => (event.at >= late.at ? { ...event, at: event.at + 6_000 } : event));
      return { actionId: late.actionId, history: shifted };
    });
  });

  it('if an action is reported as refused that the server never refused', () => {
    caught('falselyRefused', (history, pick) => {
      const parked = pickOf(
        history.filter((event) => event.kind === 'parked'),
        pick,
      );
      if (!parked) return null;
      const { actionId } = parked;
      return { actionId, history: history.filter((event) => event.kind !== 'denied' || event.actionId !== actionId) };
    });
  });

  it('if an action is reported as refused that was applied', () => {
    caught('falselyRefused', (history, pick) => {
      const done = pickOf(
        history.filter((event) => event.kind === 'sent'),
        pick,
      );
      if (!done) return null;
      const { at, actionId } = done;
      const denied = { kind: 'denied', at, actionId, status: 404 } as const;
      const parked = { kind: 'parked', at, actionId } as const;
      return { actionId, history: [...history.filter((event) => event !== done), denied, parked] };
    });
  });

  it('if an action is sent with another brand’s token', () => {
    caught('strangers', (history, pick) => {
      const received = pickOf(
        history.filter((event) => event.kind === 'received'),
        pick,
      );
      if (!received) return null;
      const others = { ...received, brandId: 'brd_2' };
      return { actionId: received.actionId, history: history.map((event) => (event === received ? others : event)) };
    });
  });

  it('if an older version of an offer follows a newer one', () => {
    caught('goneBack', (history, pick) => {
      const shown = pickOf(
        history.filter((event) => event.kind === 'shown'),
        pick,
      );
      if (!shown) return null;
      const older = { ...shown, at: shown.at + 1, version: shown.version - 1 };
      return { actionId: null, history: [...history, older] };
    });
  });
});
