import * as v from 'valibot';
import { type LiveEvent, liveEventSchema } from '#contract/calls/live.ts';

/** Parses a block of lines; null for a comment, or an event from a newer server. */
function eventOf(block: string): LiveEvent | null {
  const data = block
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    .join('\n');
  if (data === '') return null;
  try {
    const parsed = v.safeParse(liveEventSchema, JSON.parse(data));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/**
 * Reads server-sent events as they arrive. Yields null for a comment, which shows that the connection is alive.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent | null> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true }).replaceAll('\r', '');
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
