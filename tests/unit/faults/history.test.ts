import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkHistory, noViolations, type Violations } from '../../support/history/check.ts';
import { type HistoryEvent, parseHistory } from '../../support/history/event.ts';
import { recordHistory } from '../../support/history/recorder.ts';

const a = { actionId: 'a', offerId: 'off_1', fulfillmentId: 'ful_1', decision: 'approve' } as const;
const b = { actionId: 'b', offerId: 'off_1', fulfillmentId: 'ful_2', decision: 'reject' } as const;

type Told = HistoryEvent extends infer E ? (E extends HistoryEvent ? Omit<E, 'at'> : never) : never;
type Timed = readonly [at: number, event: Told];

const history = (...timed: Timed[]) => timed.map(([at, event]) => ({ ...event, at }) as HistoryEvent);
const invoke = (action: typeof a | typeof b): Told => ({ kind: 'invoke', ...action });
const applied = (action: typeof a | typeof b): Told => ({ kind: 'applied', ...action });
const told = (kind: 'saved' | 'sent' | 'parked' | 'undone' | 'refused', actionId = 'a'): Told => ({ kind, actionId });
const queue = (...actionIds: string[]): Told => ({ kind: 'queue', actionIds });

/** Which actions break which laws; laws that hold are left out. */
function broken(events: readonly HistoryEvent[], options?: { stuckAfterMs: number }) {
  const entries = Object.entries(checkHistory(events, options)).filter(([, list]) => list.length > 0);
  return Object.fromEntries(
    entries.map(([law, list]) => [law, list.map(({ actionId }: { actionId: string }) => actionId)]),
  );
}

describe('a history that keeps the laws', () => {
  it.each<[string, HistoryEvent[]]>([
    ['is empty', []],
    ['sends at once', history([0, invoke(a)], [50, applied(a)], [60, told('sent')], [70, queue()])],
    [
      'waits out a long cut and then sends',
      history(
        [0, { kind: 'cut' }],
        [10, invoke(a)],
        [20, told('saved')],
        [900_000, { kind: 'mended' }],
        [902_000, applied(a)],
        [902_100, told('sent')],
      ),
    ],
    [
      'waits with no page open, and on',
      history(
        [0, { kind: 'cut' }],
        [10, invoke(a)],
        [20, told('saved')],
        [30, { kind: 'closed' }],
        [40, { kind: 'mended' }],
        [90_000, { kind: 'opened' }],
        [94_000, queue('a')],
      ),
    ],
    [
      'was applied though its answer was lost, and is told later',
      history([0, invoke(a)], [10, applied(a)], [3_000, told('saved')], [4_000, told('sent')]),
    ],
    ['is undone before it was sent', history([0, invoke(a)], [5, told('saved')], [9, told('undone')], [99, queue()])],
    ['is parked because the creator resubmitted', history([0, invoke(a)], [5, told('saved')], [9, told('parked')])],
    [
      'is parked, tried again and sent',
      history(
        [0, invoke(a)],
        [5, told('saved')],
        [9, told('parked')],
        [20_000, invoke(a)],
        [20_001, told('saved')],
        [20_002, applied(a)],
      ),
    ],
    ['was killed before the user was told anything', history([0, invoke(a)], [1, { kind: 'closed' }], [9, queue()])],
    [
      'decides two submissions of one offer, one after the other',
      history(
        [0, invoke(a)],
        [1, applied(a)],
        [2, told('sent')],
        [3, invoke(b)],
        [4, applied(b)],
        [5, told('sent', 'b')],
      ),
    ],
  ])('%s', (_, events) => {
    expect(checkHistory(events)).toEqual(noViolations);
  });
});

describe('lost', () => {
  it.each<[string, HistoryEvent[]]>([
    ['told as saved and gone from the queue', history([0, invoke(a)], [5, told('saved')], [9, queue()])],
    ['told as saved and never seen again', history([0, invoke(a)], [5, told('saved')])],
    [
      'seen in the queue once, but not at the last look',
      history([0, invoke(a)], [5, told('saved')], [7, queue('a')], [9, queue()]),
    ],
    ['told as sent', history([0, invoke(a)], [5, told('sent')])],
    ['told as sent while it still waits', history([0, invoke(a)], [5, told('sent')], [9, queue('a')])],
    [
      'parked, tried again, and gone',
      history([0, invoke(a)], [5, told('parked')], [9, invoke(a)], [9, told('saved')], [20, queue()]),
    ],
  ])('%s', (_, events) => {
    expect(broken(events)).toEqual({ lost: ['a'] });
  });
});

describe('duplicated', () => {
  it('one action applied twice', () => {
    expect(broken(history([0, invoke(a)], [5, applied(a)], [6, applied(a)], [9, told('sent')]))).toEqual({
      duplicated: ['a'],
    });
  });

  it('a second action applied to what the first had decided', () => {
    const again = { ...a, actionId: 'b' };
    const events = history([0, invoke(a)], [1, applied(a)]).concat(
      { kind: 'invoke', at: 2, ...again },
      { kind: 'applied', at: 3, ...again },
    );
    expect(broken(events)).toEqual({ duplicated: ['b'] });
  });
});

describe('reordered', () => {
  it('the later decision of an offer applied before the earlier one', () => {
    expect(broken(history([0, invoke(a)], [1, invoke(b)], [5, applied(b)], [6, applied(a)]))).toEqual({
      reordered: ['b'],
    });
  });

  it('is no matter between two offers', () => {
    const other = { ...b, offerId: 'off_2' };
    const events = history([0, invoke(a)], [6, applied(a)]).concat(
      { kind: 'invoke', at: 1, ...other },
      { kind: 'applied', at: 5, ...other },
    );
    expect(broken(events)).toEqual({});
  });
});

describe('stuck', () => {
  const cutFor = (ms: number, ...rest: Timed[]) =>
    history([0, { kind: 'cut' }], [10, invoke(a)], [20, told('saved')], [ms, { kind: 'mended' }], ...rest);

  it('sent more than 5 s after the server answers again', () => {
    expect(broken(cutFor(60_000, [65_001, applied(a)]))).toEqual({ stuck: ['a'] });
    expect(broken(cutFor(60_000, [65_000, applied(a)]))).toEqual({});
  });

  it('not sent at all', () => {
    expect(broken(cutFor(60_000, [66_000, queue('a')]))).toEqual({ stuck: ['a'] });
  });

  it('applied in time, but still in the queue', () => {
    expect(broken(cutFor(60_000, [61_000, applied(a)], [66_000, queue('a')]))).toEqual({ stuck: ['a'] });
  });

  it('counts from the last time that both the server and a page were there', () => {
    const flapping: Timed[] = [
      [64_000, { kind: 'cut' }],
      [64_500, { kind: 'mended' }],
      [68_000, { kind: 'closed' }],
      [69_000, { kind: 'opened' }],
      [73_000, applied(a)],
    ];
    expect(broken(cutFor(60_000, ...flapping))).toEqual({});
  });

  it('takes another bound', () => {
    expect(broken(cutFor(60_000, [61_001, applied(a)]), { stuckAfterMs: 1_000 })).toEqual({ stuck: ['a'] });
  });
});

describe('silent overwrites', () => {
  it('a decision applied to a resubmission that the brand had not seen', () => {
    const events = history([0, invoke(a)], [5, told('saved')]).concat({
      kind: 'applied',
      at: 9,
      ...a,
      fulfillmentId: 'ful_2',
    });
    expect(checkHistory(events)).toEqual({
      ...noViolations,
      silentOverwrites: [{ actionId: 'a', offerId: 'off_1', what: 'decided on ful_1, applied to ful_2' }],
    } satisfies Violations);
  });
});

describe('contradicted', () => {
  it.each<[string, HistoryEvent[]]>([
    ['applied, though nobody decided it', history([0, applied(a)])],
    [
      'approved, applied as a rejection',
      [...history([0, invoke(a)]), { kind: 'applied', at: 5, ...a, decision: 'reject' }],
    ],
    ['applied to another offer', [...history([0, invoke(a)]), { kind: 'applied', at: 5, ...a, offerId: 'off_9' }]],
    ['applied after it was undone', history([0, invoke(a)], [1, told('saved')], [2, told('undone')], [3, applied(a)])],
    ['told as undone after it was applied', history([0, invoke(a)], [3, applied(a)], [4, told('undone')])],
    ['told as failed, yet applied', history([0, invoke(a)], [3, applied(a)], [4, told('refused')])],
    ['told as needing attention, yet applied', history([0, invoke(a)], [3, applied(a)], [4, told('parked')])],
  ])('%s', (_, events) => {
    expect(broken(events)).toEqual({ contradicted: ['a'] });
  });
});

describe('a history on disk', () => {
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

  it('takes no event that is none', () => {
    const recorder = recordHistory();
    expect(() => recorder.record({ kind: 'saved', actionId: '' })).toThrow();
    expect(recorder.events()).toEqual([]);
  });

  it('names the line that it cannot read', () => {
    const good = JSON.stringify({ kind: 'cut', at: 1 });
    expect(() => parseHistory(`${good}\n\n{"kind":"sent","at":2}\n`)).toThrow('Line 3');
    expect(() => parseHistory(`${good}\n{"kind":"se`)).toThrow('Line 2');
    expect(() => parseHistory('{"kind":"vanished","at":1}')).toThrow('Line 1');
  });
});
