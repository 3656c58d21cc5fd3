import { type Agent, request as open } from 'node:http';

export interface Seen {
  /** Null if no response headers arrived. */
  status: number | null;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The code of the error that ended the call; `aborted` for the caller's own signal, null for a complete response. */
  error: string | null;
}

/** One plain HTTP call that reports the result on the wire, without fetch's retries and wrapped errors. */
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
