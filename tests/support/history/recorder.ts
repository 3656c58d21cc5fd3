import { appendFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { type HistoryEvent, historyEventSchema } from './event.ts';

/** An event to record. The recorder sets its time, unless another process on this machine has noted it. */
export type EventToRecord = HistoryEvent extends infer E
  ? E extends HistoryEvent
    ? Omit<E, 'at'> & { at?: number }
    : never
  : never;

export interface HistoryRecorder {
  record(event: EventToRecord): void;
  events(): readonly HistoryEvent[];
}

/**
 * Keeps a run's history. With `file`, each event is also written there as a JSON line before `record` returns, so that
 * a killed run leaves its events. A malformed event throws at once, where it was created.
 */
export function recordHistory(options: { file?: string; now?: () => number } = {}): HistoryRecorder {
  const { file, now = Date.now } = options;
  const events: HistoryEvent[] = [];
  if (file !== undefined) writeFileSync(file, '');
  return {
    record(given) {
      const event = v.parse(historyEventSchema, { ...given, at: given.at ?? now() });
      events.push(event);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
    },
    events: () => events,
  };
}
