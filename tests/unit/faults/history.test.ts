import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHistory, noViolations, type Violation, type Violations } from '#tests/support/history/check.ts';
import { type HistoryEvent, parseHistory } from '#tests/support/history/event.ts';
import { recordHistory } from '#tests/support/history/recorder.ts';

const a = { actionId: 'a', recordId: 'off_1', seen: 'ful_1', operation: 'approve' } as const;
const b = { actionId: 'b', recordId: 'off_1', seen: 'ful_2', operation: 'reject' } as const;

type Untimed = HistoryEvent extends infer E ? (E extends HistoryEvent ? Omit<E, 'at'> : never) : never;
type Timed = readonly [at: number, event: Untimed];

const history = (...timed: Timed[]) => timed.map(([at, event]) => ({ ...event, at }) as HistoryEvent);
type Intent = { actionId: string; recordId: string; seen: string | null; operation: string };
const invoke = (action: Intent): Untimed => ({ kind: 'invoke', ...action });
const applied = (action: Intent): Untimed => ({ kind: 'applied', ...action });
const word = (kind: 'saved' | 'sent' | 'parked' | 'undone' | 'refused' | 'abandoned', actionId = 'a'): Untimed => ({
  kind,
  actionId,
});
const queue = (...actionIds: string[]): Untimed => ({ kind: 'queue', actionIds });
const denied = (status: number, actionId = 'a'): Untimed => ({ kind: 'denied', actionId, status });
const shown = (version: number, recordId = 'off_1'): Untimed => ({ kind: 'shown', recordId, version });
const restored = (from: number, to: number, ...actionIds: string[]): Untimed => ({
  kind: 'restored',
  from,
  to,
  actionIds,
});
const unsure: Untimed = { kind: 'parked', actionId: 'a', certainty: 'unknown' };

/** The actions that violate each law; laws without violations are omitted. */
function broken(events: readonly HistoryEvent[], options?: { stuckAfterMs?: number; recordsRefusals?: boolean }) {
  const entries = Object.entries(checkHistory(events, options)).filter(([, list]) => list.length > 0);
  return Object.fromEntries(entries.map(([law, list]) => [law, list.map(({ actionId }: Violation) => actionId)]));
}

describe('a history that keeps the laws', () => {
  it.each<[string, HistoryEvent[]]>([
    ['is empty', []],
    [
      'was reported as sent after an equal decision on the same submission',
      history(
        [0, invoke(a)],
        [1, invoke({ ...a, actionId: 'b' })],
        [5, applied(a)],
        [6, word('sent')],
        [9, word('sent', 'b')],
      ),
    ],
    ['sends at once', history([0, invoke(a)], [50, applied(a)], [60, word('sent')], [70, queue()])],
    [
      'waits out a long cut and then sends',
      history(
        [0, { kind: 'cut' }],
        [10, invoke(a)],
        [20, word('saved')],
        [900_000, { kind: 'mended' }],
        [902_000, applied(a)],
        [902_100, word('sent')],
      ),
    ],
    [
      'waits while no page is open, and afterwards',
      history(
        [0, { kind: 'cut' }],
        [10, invoke(a)],
        [20, word('saved')],
        [30, { kind: 'closed' }],
        [40, { kind: 'mended' }],
        [90_000, { kind: 'opened' }],
        [94_000, queue('a')],
      ),
    ],
    [
      'was applied though its response was lost, and is reported later',
      history([0, invoke(a)], [10, applied(a)], [3_000, word('saved')], [4_000, word('sent')]),
    ],
    ['is undone before it was sent', history([0, invoke(a)], [5, word('saved')], [9, word('undone')], [99, queue()])],
    ['is parked because the creator resubmitted', history([0, invoke(a)], [5, word('saved')], [9, word('parked')])],
    [
      'is parked, retried and sent',
      history(
        [0, invoke(a)],
        [5, word('saved')],
        [9, word('parked')],
        [20_000, invoke(a)],
        [20_001, word('saved')],
        [20_002, applied(a)],
      ),
    ],
    ['has an unknown outcome, and was applied', history([0, invoke(a)], [5, applied(a)], [9, unsure])],
    [
      'has an unknown outcome, and was not applied',
      history([0, invoke(a)], [5, word('saved')], [9, unsure], [10, queue()]),
    ],
    ['is dropped by a logout before it was sent', history([0, invoke(a)], [5, word('saved')], [9, word('abandoned')])],
    [
      'is dropped by a logout while in flight',
      history([0, invoke(a)], [5, word('saved')], [9, word('abandoned')], [12, applied(a)]),
    ],
    [
      'is applied again after the server lost it',
      history([0, invoke(a)], [5, applied(a)], [9, restored(7, 3, 'a')], [20, applied(a)], [21, word('sent')]),
    ],
    [
      'was reported as sent before the server lost it',
      history([0, invoke(a)], [5, applied(a)], [6, word('sent')], [9, restored(7, 3, 'a')]),
    ],
    [
      'was queued and applied, long before the end, by a server that lost it',
      history(
        [0, invoke(a)],
        [1, word('saved')],
        [5, applied(a)],
        [9, restored(7, 3, 'a')],
        [10, queue()],
        [9000, word('sent')],
      ),
    ],
    [
      'is refused, and its second delivery applied by a restored server',
      history([0, invoke(a)], [5, denied(412)], [6, word('parked')], [9, restored(7, 3)], [12, applied(a)]),
    ],
    ['was killed before the user got a response', history([0, invoke(a)], [1, { kind: 'closed' }], [9, queue()])],
    [
      'decides two submissions of one offer, one after the other',
      history(
        [0, invoke(a)],
        [1, applied(a)],
        [2, word('sent')],
        [3, invoke(b)],
        [4, applied(b)],
        [5, word('sent', 'b')],
      ),
    ],
  ])('%s', (_, events) => {
    expect(checkHistory(events)).toEqual(noViolations);
  });
});

describe('a lost action', () => {
  it.each<[string, HistoryEvent[]]>([
    ['reported as saved and gone from the queue', history([0, invoke(a)], [5, word('saved')], [9, queue()])],
    ['reported as saved and never seen again', history([0, invoke(a)], [5, word('saved')])],
    [
      'seen in the queue once, but not at the last look',
      history([0, invoke(a)], [5, word('saved')], [7, queue('a')], [9, queue()]),
    ],
    ['reported as sent', history([0, invoke(a)], [5, word('sent')])],
    [
      'reported as sent though another decision was applied',
      history(
        [0, invoke(a)],
        [1, invoke({ ...a, actionId: 'b', operation: 'reject' })],
        [5, applied({ ...a, actionId: 'b', operation: 'reject' })],
        [9, word('sent')],
      ),
    ],
    ['reported as sent while still pending', history([0, invoke(a)], [5, word('sent')], [9, queue('a')])],
    [
      'parked, retried, and gone',
      history([0, invoke(a)], [5, word('parked')], [9, invoke(a)], [9, word('saved')], [20, queue()]),
    ],
  ])('%s', (_, events) => {
    expect(broken(events)).toEqual({ lost: ['a'] });
  });
});

describe('a duplicate', () => {
  it('one action applied twice', () => {
    expect(broken(history([0, invoke(a)], [5, applied(a)], [6, applied(a)], [9, word('sent')]))).toEqual({
      duplicated: ['a'],
    });
  });

  it('a second action applied to a submission that the first had decided', () => {
    const again = { ...a, actionId: 'b' };
    const events = history([0, invoke(a)], [1, applied(a)]).concat(
      { kind: 'invoke', at: 2, ...again },
      { kind: 'applied', at: 3, ...again },
    );
    expect(broken(events)).toEqual({ duplicated: ['b'] });
  });
});

describe('a changed order', () => {
  it('the later decision on an offer applied before the earlier one', () => {
    expect(broken(history([0, invoke(a)], [1, invoke(b)], [5, applied(b)], [6, applied(a)]))).toEqual({
      reordered: ['b'],
    });
  });

  it('allows any order between two offers', () => {
    const other = { ...b, recordId: 'off_2' };
    const events = history([0, invoke(a)], [6, applied(a)]).concat(
      { kind: 'invoke', at: 1, ...other },
      { kind: 'applied', at: 5, ...other },
    );
    expect(broken(events)).toEqual({});
  });
});

describe('a stuck action', () => {
  const cutFor = (ms: number, ...rest: Timed[]) =>
    history([0, { kind: 'cut' }], [10, invoke(a)], [20, word('saved')], [ms, { kind: 'mended' }], ...rest);

  it('sent more than 5 s after the server is back', () => {
    expect(broken(cutFor(60_000, [65_001, applied(a)]))).toEqual({ stuck: ['a'] });
    expect(broken(cutFor(60_000, [65_000, applied(a)]))).toEqual({});
  });

  it('never sent', () => {
    expect(broken(cutFor(60_000, [66_000, queue('a')]))).toEqual({ stuck: ['a'] });
  });

  it('applied in time, but still in the queue', () => {
    expect(broken(cutFor(60_000, [61_000, applied(a)], [66_000, queue('a')]))).toEqual({ stuck: ['a'] });
  });

  it('measures from the last time that both the server and a page were available', () => {
    const flapping: Timed[] = [
      [64_000, { kind: 'cut' }],
      [64_500, { kind: 'mended' }],
      [68_000, { kind: 'closed' }],
      [69_000, { kind: 'opened' }],
      [73_000, applied(a)],
    ];
    expect(broken(cutFor(60_000, ...flapping))).toEqual({});
  });

  it('accepts another limit', () => {
    expect(broken(cutFor(60_000, [61_001, applied(a)]), { stuckAfterMs: 1_000 })).toEqual({ stuck: ['a'] });
  });
});

describe('silent overwrites', () => {
  it('a decision applied to a resubmission that the brand hadn’t seen', () => {
    const events = history([0, invoke(a)], [5, word('saved')]).concat({
      kind: 'applied',
      at: 9,
      ...a,
      seen: 'ful_2',
    });
    expect(checkHistory(events)).toEqual({
      ...noViolations,
      silentOverwrites: [{ actionId: 'a', recordId: 'off_1', what: 'decided on ful_1, applied to ful_2' }],
    } satisfies Violations);
  });
});

describe('a contradiction', () => {
  it.each<[string, HistoryEvent[]]>([
    ['applied without a decision', history([0, applied(a)])],
    [
      'approved, applied as a rejection',
      [...history([0, invoke(a)]), { kind: 'applied', at: 5, ...a, operation: 'reject' }],
    ],
    ['applied to another offer', [...history([0, invoke(a)]), { kind: 'applied', at: 5, ...a, recordId: 'off_9' }]],
    ['applied after it was undone', history([0, invoke(a)], [1, word('saved')], [2, word('undone')], [3, applied(a)])],
    ['reported as undone after it was applied', history([0, invoke(a)], [3, applied(a)], [4, word('undone')])],
    ['reported as failed, yet applied', history([0, invoke(a)], [3, applied(a)], [4, word('refused')])],
    ['reported as needing attention, yet applied', history([0, invoke(a)], [3, applied(a)], [4, word('parked')])],
  ])('%s', (_, events) => {
    expect(broken(events)).toEqual({ contradicted: ['a'] });
  });
});

describe('falsely refused', () => {
  const check = (...timed: Timed[]) => broken(history(...timed), { recordsRefusals: true });

  it('reported as refused because of an intermediary’s response', () => {
    expect(check([0, invoke(a)], [5, word('saved')], [9, word('parked')])).toEqual({ falselyRefused: ['a'] });
    expect(check([0, invoke(a)], [5, word('saved')], [8, denied(404)], [9, word('parked')])).toEqual({});
  });

  it('reported as refused because of another action’s refusal', () => {
    expect(check([0, invoke(a)], [8, denied(404, 'b')], [9, word('parked')])).toEqual({ falselyRefused: ['a'] });
  });

  it('refused once, decided again, and then reported as refused without a refusal', () => {
    const again: Timed[] = [
      [10, invoke(a)],
      [11, word('saved')],
      [12, word('parked')],
    ];
    expect(check([0, invoke(a)], [8, denied(412)], [9, word('parked')], ...again)).toEqual({ falselyRefused: ['a'] });
  });

  it('allows a refusal that was followed only by a failed second decision', () => {
    const again: Timed[] = [
      [10, invoke(a)],
      [12, word('parked')],
    ];
    expect(check([0, invoke(a)], [8, denied(412)], [9, word('parked')], ...again)).toEqual({});
  });

  it('reported as refused after only a second attempt was refused', () => {
    expect(check([0, invoke(a)], [5, applied(a)], [8, denied(412)], [9, word('parked')])).toEqual({
      falselyRefused: ['a'],
      contradicted: ['a'],
    });
    expect(check([0, invoke(a)], [5, applied(a)], [8, denied(412)], [9, unsure])).toEqual({});
    // The restore came before the refusal, so the refusal is valid.
    const [late, word9] = [
      [8, denied(412)],
      [9, word('parked')],
    ] as const;
    expect(check([0, invoke(a)], [1, restored(7, 3)], late, word9, [12, applied(a)])).toEqual({ contradicted: ['a'] });
  });

  it('isn’t checked in a history without refusals', () => {
    expect(broken(history([0, invoke(a)], [9, word('parked')]))).toEqual({});
  });
});

describe('a stranger’s token', () => {
  const mine = { ...a, brandId: 'brd_1' };
  const received = (brandId: string): Untimed => ({ kind: 'received', actionId: 'a', brandId });

  it('a decision that reached the server with another brand’s token', () => {
    expect(broken(history([0, invoke(mine)], [5, received('brd_2')]))).toEqual({ strangers: ['a'] });
    expect(broken(history([0, invoke(mine)], [5, received('brd_1')]))).toEqual({});
  });

  it('a decision that came with another brand’s token as well as its own', () => {
    expect(broken(history([0, invoke(mine)], [5, received('brd_1')], [6, received('brd_2')]))).toEqual({
      strangers: ['a'],
    });
  });
});

describe('regressions on the screen', () => {
  const gone = (...timed: Timed[]) =>
    checkHistory(history(...timed)).goneBack.map(({ recordId, what }) => [recordId, what]);

  it('an older version of an offer after a newer one', () => {
    expect(gone([0, shown(1)], [1, shown(3)], [2, shown(2)])).toEqual([['off_1', 'version 2 shown after 3']]);
    expect(gone([0, shown(1)], [1, shown(1)], [2, shown(3)])).toEqual([]);
  });

  it('don’t compare two offers', () => {
    expect(gone([0, shown(3)], [1, shown(1, 'off_2')])).toEqual([]);
  });

  it('don’t compare two pages', () => {
    const by = (viewer: string, version: number): Untimed => ({ kind: 'shown', recordId: 'off_1', version, viewer });
    expect(gone([0, by('one', 3)], [1, by('other', 1)], [2, shown(2)])).toEqual([]);
    expect(gone([0, by('one', 3)], [1, by('one', 1)])).toHaveLength(1);
  });

  it('are allowed if the server itself went back', () => {
    expect(gone([0, shown(3)], [1, restored(3, 2)], [2, shown(2)], [3, shown(4)])).toEqual([]);
    expect(gone([0, shown(3)], [1, restored(3, 2)], [2, shown(1)], [3, shown(4)])).toEqual([]);
  });

  it('are forbidden to versions older than the backup, and after newer ones were shown again', () => {
    expect(gone([0, shown(2)], [1, restored(3, 2)], [2, shown(1)])).toEqual([['off_1', 'version 1 shown after 2']]);
    expect(gone([0, shown(4)], [1, shown(5)], [2, restored(3, 2)], [3, shown(4)])).toEqual([
      ['off_1', 'version 4 shown after 5'],
    ]);
  });
});

describe('a history file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is read back as it was recorded', () => {
    const file = join(folder, 'history.jsonl');
    let now = 100;
    const recorder = recordHistory({ file, now: () => now });
    recorder.record({ kind: 'cut' });
    now = 200;
    recorder.record({ kind: 'invoke', ...a });
    recorder.record({ kind: 'queue', at: 150, actionIds: ['a'] });
    const read = parseHistory(readFileSync(file, 'utf8'));
    expect(read).toEqual(recorder.events());
    expect(read.map(({ at }) => at)).toEqual([100, 200, 150]);
  });

  it('accepts only events', () => {
    const recorder = recordHistory();
    expect(() => recorder.record({ kind: 'saved', actionId: '' })).toThrow();
    expect(recorder.events()).toEqual([]);
  });

  it('names the line that can’t be read', () => {
    const good = JSON.stringify({ kind: 'cut', at: 1 });
    expect(() => parseHistory(`${good}\n\n{"kind":"sent","at":2}\n`)).toThrow('Line 3');
    expect(() => parseHistory(`${good}\n{"kind":"se`)).toThrow('Line 2');
    expect(() => parseHistory('{"kind":"vanished","at":1}')).toThrow('Line 1');
  });
});
