import * as v from 'valibot';
import { heartbeatMs, type LiveEvent, liveEventSchema } from '#contract/calls/live.ts';
import { isMissingEndpoint } from '#domain/intents/classify-response.ts';
import { retryAfterMs } from '#domain/time/retry-after.ts';

/** Time limit for a stream's first event: a later one means that a proxy buffers. */
export const helloTimeoutMs = 8_000;
/** A stream that is silent for longer, even without heartbeats, is broken. */
export const silenceMs = heartbeatMs * 2.5;
/** Streams that end sooner were probably closed by a proxy. */
export const earlyMs = 30_000;

export type StreamEnd =
  /** The server ended the stream, and requested a delay before reconnecting. */
  | { kind: 'bye'; retryMs: number }
  /** The stream opened, but ended without a `bye` event. */
  | { kind: 'closed'; isEarly: boolean }
  /** No event arrived in time, or the response came from a proxy or captive portal. */
  | { kind: 'unusable' }
  | { kind: 'refused'; status: number; retryMs: number | null }
  /** The server has no such endpoint. */
  | { kind: 'missing' }
  | { kind: 'unreachable' };

interface Deps {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  connect(signal: AbortSignal): Promise<Response>;
  onRevision(revision: number): void;
}

/** Follows one stream until it ends or the signal aborts it. */
export async function followStream({ now, wait, connect, onRevision }: Deps, signal: AbortSignal): Promise<StreamEnd> {
  const over = new AbortController();
  const end = () => over.abort();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  let patience = new AbortController();
  /** Ends the stream unless an event arrives in time. */
  function expectWithin(ms: number): void {
    patience.abort();
    const own = new AbortController();
    patience = own;
    void wait(ms, own.signal).then(() => {
      if (!own.signal.aborted) end();
    });
  }
  let openedAt: number | null = null;
  try {
    expectWithin(helloTimeoutMs);
    const response = await connect(over.signal);
    const { status, headers, body } = response;
    const isStream = /^text\/event-stream\b/.test(headers.get('Content-Type') ?? '');
    if (!response.ok || !isStream || body === null) {
      void body?.cancel().catch(() => undefined);
      if (response.ok) return { kind: 'unusable' };
      return isMissingEndpoint(status)
        ? { kind: 'missing' }
        : { kind: 'refused', status, retryMs: retryAfterMs(headers, now()) };
    }
    for await (const event of readEvents(body)) {
      if (event?.type === 'hello') openedAt = now();
      if (openedAt !== null) expectWithin(silenceMs);
      if (event?.type === 'bye') return { kind: 'bye', retryMs: event.retryMs };
      if (event !== null) onRevision(event.revision);
    }
  } catch {
    if (openedAt === null && !over.signal.aborted) return { kind: 'unreachable' };
  } finally {
    signal.removeEventListener('abort', end);
    const isSilent = over.signal.aborted;
    patience.abort();
    end();
    if (openedAt !== null && isSilent) openedAt = now();
  }
  return openedAt === null ? { kind: 'unusable' } : { kind: 'closed', isEarly: now() - openedAt < earlyMs };
}

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
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent | null> {
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
