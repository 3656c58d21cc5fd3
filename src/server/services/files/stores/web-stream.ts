import { Readable } from 'node:stream';

/** Converts a Node stream to a web stream of bytes; Node's types leave the chunk type open. */
export const webStreamOf = (bytes: Readable) => Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
