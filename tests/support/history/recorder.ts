import { appendFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { type HistoryEvent, historyEventSchema } from './event.ts';

/** An event as it is told: its time is the recorder's, unless it was seen by another clock of this machine. */
export type ToldEvent = HistoryEvent extends infer E
  ? E extends HistoryEvent
    ? Omit<E, 'at'> & { at?: number }
    : never
  : never;

export interface HistoryRecorder {
  record(event: ToldEvent): void;
  events(): readonly HistoryEvent[];
}

/**
 * Keeps a run's history, and with `file` also writes it there as JSON lines, each before `record` returns, so that a
 * run that is killed leaves what it saw. An event that is none is refused at once, where it was made.
 */
export function recordHistory(options: { file?: string; now?: () => number } = {}): HistoryRecorder {
  const { file, now = Date.now } = options;
  const events: HistoryEvent[] = [];
  if (file !== undefined) writeFileSync(file, '');
  return {
    record(told) {
      const event = v.parse(historyEventSchema, { ...told, at: told.at ?? now() });
      events.push(event);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`);
    },
    events: () => events,
  };
}
