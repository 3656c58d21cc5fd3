import { Readable } from 'node:stream';

/** Bytes of a stream of Node's as a stream of the web's: Node's types leave open what it has. */
export const webStreamOf = (bytes: Readable) => Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
