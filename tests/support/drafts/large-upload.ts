import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const blockBytes = 65_535;

/**
 * Generates a video that is complete as far as the server reads, with different content for each `seed`, in chunks of
 * base64.
 */
function* film(bytes: number, seed: string): Generator<string> {
  const box = (type: string, size: number) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size);
    head.write(type, 4, 'latin1');
    return head;
  };
  const start = Buffer.concat([
    box('ftyp', 16),
    Buffer.from('isom\0\0\x02\0'),
    box('moov', 8),
    box('mdat', bytes - 24),
  ]);
  const block = Buffer.alloc(blockBytes, seed);
  let first: Buffer = start;
  for (let left = bytes; left > 0; ) {
    const part = Buffer.concat([first, block]).subarray(0, Math.min(left, blockBytes));
    yield part.toString('base64');
    left -= part.length;
    first = Buffer.alloc(0);
  }
}

/** Body of an upload of `files` videos, generated while it is sent. */
export function* uploadBody({ files, bytesEach, seed }: { files: number; bytesEach: number; seed: string }) {
  yield '{"destinationPath":"campaigns/media","files":[';
  for (let index = 0; index < files; index += 1) {
    yield `${index > 0 ? ',' : ''}{"filename":"film.mp4","mime":"video/mp4","fileBase64":"`;
    yield* film(bytesEach, `${seed} ${index} `);
    yield '"}';
  }
  yield ']}';
}

/** Starts an upload that hangs until it is destroyed. */
export function holdOpen(url: URL, headers: Record<string, string>): ClientRequest {
  const held = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  held.on('error', () => {});
  held.write('{"files":[');
  return held;
}

interface Sent {
  status: number;
  body: string;
  /** Bytes sent by the time the server responded. */
  sentBytes: number;
}

/** Posts a body of unknown length, as fast as the server accepts it. */
export async function postStream(url: URL, body: Iterable<string>, headers: Record<string, string>): Promise<Sent> {
  const posted = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked', ...headers },
  });
  // A response before the end of the body leaves the rest unsent, and may break the connection afterwards.
  pipeline(Readable.from(body, { objectMode: true, highWaterMark: 1 }), posted, () => {});
  const [answer] = await once(posted, 'response');
  const sentBytes = posted.socket?.bytesWritten ?? 0;
  return { status: answer.statusCode, body: await text(answer), sentBytes };
}
