import { type Agent, request as open } from 'node:http';

export interface Seen {
  /** Null where no answer's head came. */
  status: number | null;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The error's code that ended it, `aborted` for the caller's own signal, null where the answer came whole. */
  error: string | null;
}

/** One plain HTTP call that tells what the wire did, without the retries or the wrapped errors of a fetch. */
export function call(
  url: string,
  options: {
    method?: string;
    body?: Buffer | string;
    headers?: Record<string, string>;
    agent?: Agent;
    signal?: AbortSignal;
  } = {},
): Promise<Seen> {
  return new Promise((resolve) => {
    const seen: Seen = { status: null, headers: {}, body: '', error: null };
    const failed = (error: NodeJS.ErrnoException) => {
      seen.error = options.signal?.aborted ? 'aborted' : (error.code ?? error.message);
      resolve(seen);
    };
    const { body, ...rest } = options;
    const request = open(url, rest, (answer) => {
      seen.status = answer.statusCode ?? null;
      seen.headers = answer.headers;
      answer.on('data', (chunk: Buffer) => {
        seen.body += chunk.toString();
      });
      answer.on('error', failed);
      answer.on('end', () => resolve(seen));
    });
    request.on('error', failed);
    request.end(body);
  });
}
