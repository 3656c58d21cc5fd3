import { Agent, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

export interface Target {
  host: string;
  port: number;
}

/** Uses a connection for each request: a pooled one that dies under a request would be a fault that no test asked for. */
const agent = new Agent({ keepAlive: false });

/** Headers of one connection only (RFC 9110, 7.6.1), without those of the framing, which node reads. */
const ownToConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !ownToConnection.has((rawHeaders[index & ~1] ?? '').toLowerCase()));
}

/**
 * Sends the browser's request with its body to the server, and waits for the head of its answer.
 * Rejects if the server can't be reached, the browser breaks off first, or the signal aborts.
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
      // From here on the caller decides about the answer: a lost one is read to its end though the browser may be gone.
      response.off('close', gone);
      // An answer cut short is an error for its reader; without a reader it must not end the process.
      answer.on('error', () => {});
      resolve(answer);
    });
    upstream.on('error', reject);
    request.pipe(upstream);
  });
}

/** Passes an answer on as it comes, in its own pieces; rejects if either side breaks off. */
export async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.sendDate = false;
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders));
  // An event stream may be silent for long: its head must not wait for the first event.
  response.flushHeaders();
  await pipeline(answer, response);
}

/**
 * Passes on only the first bytes of an answer, counted from its status line or from its body. They are written to the
 * socket itself so that they stop exactly there. Returns once the kernel has them, or the answer is over.
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
