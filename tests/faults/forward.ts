import { Agent, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface Target {
  host: string;
  port: number;
}

/** Opens a connection per request: a pooled one that dies during a request would be an unintended fault. */
const agent = new Agent({ keepAlive: false });

/** Hop-by-hop headers (RFC 9110, 7.6.1), except for the framing headers, which Node handles. */
const ownToConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !ownToConnection.has((rawHeaders[index & ~1] ?? '').toLowerCase()));
}

/**
 * Sends the browser's request with its body to the server, and waits for the response headers.
 * Rejects if the server can't be reached, the browser disconnects first, or the signal aborts.
 */
export function forward(
  target: Target,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const upstream = open({
      host: target.host,
      port: target.port,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: passedOn(request.rawHeaders),
      agent,
      signal,
    });
    const gone = () => upstream.destroy();
    response.once('close', gone);
    upstream.once('response', (answer) => {
      // The caller now owns the response: a lost one is read to its end even if the browser has gone.
      response.off('close', gone);
      // A truncated response is an error for its reader; without a reader it must not end the process.
      answer.on('error', () => {});
      resolve(answer);
    });
    upstream.on('error', reject);
    request.pipe(upstream);
  });
}

/** Forwards a response as it arrives, chunk by chunk; rejects if either side disconnects. */
export async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
  // An event stream may be silent for long, so don't hold back its headers until the first event.
  response.flushHeaders();
  await pipeline(answer, response);
}

/**
 * Forwards only the first bytes of a response, counted from its status line or from its body. Writes directly to the
 * socket, so that they stop exactly there. Returns once the kernel has them, or the response is over.
 */
export async function passBytes(
  answer: IncomingMessage,
  response: ServerResponse,
  bytes: number,
  from: 'answer' | 'body',
) {
  const socket = response.socket;
  if (!socket || bytes <= 0) return;
  const write = (data: Buffer) => new Promise<void>((resolve) => socket.write(data, () => resolve()));
  const head = headOf(answer);
  await write(from === 'answer' ? head.subarray(0, bytes) : head);
  let left = from === 'answer' ? bytes - head.length : bytes;
  if (left <= 0) return;
  const chunked = /chunked/i.test(answer.headers['transfer-encoding'] ?? '');
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    const piece = chunk.subarray(0, left);
    await write(
      chunked ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]) : piece,
    );
    left -= piece.length;
    if (left <= 0) return;
  }
}

function headOf(answer: IncomingMessage): Buffer {
  const headers = passedOn(answer.rawHeaders);
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
