import { Readable } from 'node:stream';

/** End of a body: by itself, by its connection or a call of `end`, or because more came than was told. */
type BodyEnd = 'whole' | 'cut' | 'too-long';

interface EndingBody {
  stream: ReadableStream<Uint8Array>;
  /** Lets the stream end where it is; the rest of the request is not read. */
  end(): void;
  /** Null while it goes on. */
  readonly ended: BodyEnd | null;
}

/** Bytes that may wait for the store: beyond them the connection waits. */
const mostWaitingBytes = 262_144;

/** Takes what a paused stream has received but not passed on; works after it was destroyed, too. */
function waitingBytes(source: Readable): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let chunk = source.read(); chunk !== null; chunk = source.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * A request's body that ends where its connection breaks, and does not fail: a store keeps what has come. A chunk that goes
 * beyond `mostBytes` ends it, too. The request itself is left where it is: cancelling it would end the connection before an
 * answer was heard.
 * @param incoming the request as Node has it: its web stream holds any number of chunks back, and drops them all when the
 * connection breaks
 */
export function endingBody(request: Request, incoming: Readable | undefined, mostBytes: number): EndingBody {
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
          if (count > mostBytes) return finish('too-long');
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) source.pause();
        };
        finish = (how) => {
          if (ended !== null) return;
          source.off('data', take).pause();
          // A broken connection leaves what came before it in the request's buffer: sending it again costs a phone its data.
          const rest = how === 'cut' ? waitingBytes(source) : null;
          const goesTooFar = rest !== null && count + rest.length > mostBytes;
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
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaitingBytes }),
  );
  return {
    stream,
    end: () => finish('cut'),
    get ended() {
      return ended;
    },
  };
}
