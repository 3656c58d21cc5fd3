/** How a body ended: by itself, by its connection or a call of `end`, or because more came than was told. */
type BodyEnd = 'whole' | 'cut' | 'too-long';

interface EndingBody {
  stream: ReadableStream<Uint8Array>;
  /** Lets the stream end where it is; the rest of the request is not read. */
  end(): void;
  /** Null while it goes on. */
  readonly ended: BodyEnd | null;
}

const wholeBody = { done: true, value: undefined } as const;

/**
 * A request's body that ends where its connection breaks, and does not fail: whoever stores it keeps what has come. A chunk that
 * goes beyond `mostBytes` ends it, too. The request's own stream is left where it is, for cancelling it would end the
 * connection before an answer was heard.
 */
export function endingBody(request: Request, mostBytes: number): EndingBody {
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader();
  let ended: BodyEnd | null = null;
  let count = 0;
  let cut = () => {};
  const isCut = new Promise<null>((resolve) => {
    cut = () => resolve(null);
  });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = reader?.read().catch(() => null);
        const result = read === undefined ? wholeBody : await Promise.race([read, isCut]);
        if (result?.value !== undefined) {
          count += result.value.length;
          if (count <= mostBytes) return controller.enqueue(result.value);
          ended = 'too-long';
        } else {
          ended = result === null ? 'cut' : 'whole';
        }
        controller.close();
      },
    },
    // Nothing is read before somebody asks for it.
    { highWaterMark: 0 },
  );
  return {
    stream,
    end: () => cut(),
    get ended() {
      return ended;
    },
  };
}
