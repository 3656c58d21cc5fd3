import { Readable } from 'node:stream';

/** End of a body: complete, cut off by its connection or by `end`, or longer than `maxBytes`. */
type BodyEnd = 'whole' | 'cut' | 'too-long';

interface EndableBody {
  stream: ReadableStream<Uint8Array>;
  /** Ends the stream at its current position; the rest of the request isn't read. */
  end(): void;
  /** Null until the body has ended. */
  readonly ended: BodyEnd | null;
}

/** Bytes buffered for the store before the source is paused. */
const maxWaitingBytes = 262_144;

/** Drains a paused stream's buffer, even if the stream has been destroyed. */
function waitingBytes(source: Readable): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let chunk = source.read(); chunk !== null; chunk = source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A request body that ends, instead of failing, if its connection breaks, so that the store keeps the received bytes. A
 * chunk beyond `maxBytes` ends it, too. The request itself isn't cancelled, which would close the connection before
 * the client received the response.
 * @param incoming Node's request: its web stream would buffer any number of chunks, and drop them if the connection breaks
 */
export function endableBody(request: Request, incoming: Readable | undefined, maxBytes: number): EndableBody {
  const body = request.body as Parameters<typeof Readable.fromWeb>[0] | null;
  const source = incoming ?? (body === null ? Readable.from([]) : Readable.fromWeb(body));
  let ended: BodyEnd | null = null;
  let count = 0;
  let finish = (_: BodyEnd) => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const take = (chunk: Uint8Array) => {
          count += chunk.length;
          if (count > maxBytes) return finish('too-long');
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) source.pause();
        };
        finish = (how) => {
          if (ended !== null) return;
          source.off('data', take).pause();
          // After a broken connection, the last bytes are still in the request's buffer; resending them would cost
          // mobile data.
          const rest = how === 'cut' ? waitingBytes(source) : null;
          const goesTooFar = rest !== null && count + rest.length > maxBytes;
          ended = goesTooFar ? 'too-long' : how;
          if (rest !== null && rest.length > 0 && !goesTooFar) controller.enqueue(rest);
          controller.close();
        };
        source.on('data', take);
        source.on('end', () => finish('whole'));
        for (const broken of ['aborted', 'error', 'close']) source.on(broken, () => finish('cut'));
        source.pause();
      },
      pull() {
        if (ended === null) source.resume();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxWaitingBytes }),
  );
  return {
    stream,
    end: () => finish('cut'),
    get ended() {
      return ended;
    },
  };
}
