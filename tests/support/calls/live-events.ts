import * as v from 'valibot';
import { type LiveEvent, liveEventSchema } from '#contract/calls/live.ts';

export interface EventReader {
  /** The next event, or 'end' after the last one. Heartbeats are counted, not returned. */
  next(): Promise<LiveEvent | 'end'>;
  /** Number of heartbeats before the last event. */
  beats(): number;
  close(): Promise<void>;
}

/** Reads a response of server-sent events, one at a time. */
export function readEvents(response: Response): EventReader {
  if (response.body === null) throw new Error('The answer has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let beats = 0;
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end !== -1) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          if (!block.startsWith(':')) return v.parse(liveEventSchema, JSON.parse(block.replace(/^data: /, '')));
          beats += 1;
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return 'end';
        text += value;
      }
    },
    beats: () => beats,
    close: () => reader.cancel(),
  };
}
