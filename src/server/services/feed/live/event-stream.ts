import type { LiveEvent } from '#contract/calls/live.ts';

/** Maximum number of events buffered for a slow reader. Beyond it, only the newest revision is kept. */
const maxWaiting = 4;
/** A reader that has read nothing for this many heartbeats is considered gone. */
const maxMissedBeats = 3;

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** Sends the first event. Earlier changes are held back until then. */
  hello(revision: number): void;
  changed(revision: number): void;
  /** Keeps the connection open; ends it if the reader has stopped reading. */
  beat(): void;
  /** Sends the reconnection delay and ends the stream. */
  end(retryMs: number): void;
}

const encoder = new TextEncoder();
const eventText = (event: LiveEvent) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`);
/** A line that begins with a colon is a comment (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
const beatText = encoder.encode(': beat\n\n');

/** Creates a response body of server-sent events. `onClosed` is called once, whichever side ends the stream. */
export function createEventStream(onClosed: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let sent: number | null = null;
  let newest: number | null = null;
  let missedBeats = 0;

  const hasRoom = () => (controller?.desiredSize ?? 0) > 0;
  const close = () => {
    if (controller === null) return;
    controller = null;
    onClosed();
  };
  function flush(): void {
    if (sent === null || newest === null || newest === sent || !hasRoom()) return;
    sent = newest;
    controller?.enqueue(eventText({ type: 'change', revision: sent }));
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      pull: flush,
      cancel: close,
    },
    { highWaterMark: maxWaiting },
  );

  return {
    body,
    hello(revision) {
      sent = revision;
      controller?.enqueue(eventText({ type: 'hello', revision }));
      flush();
    },
    changed(revision) {
      newest = revision;
      flush();
    },
    beat() {
      missedBeats = hasRoom() ? 0 : missedBeats + 1;
      if (missedBeats === 0) controller?.enqueue(beatText);
      else if (missedBeats >= maxMissedBeats) {
        controller?.error(new Error('The client of this stream has stopped reading'));
        close();
      }
    },
    end(retryMs) {
      controller?.enqueue(eventText({ type: 'bye', retryMs: Math.round(retryMs) }));
      controller?.close();
      close();
    },
  };
}
