/** Streamed content: a `Readable`, a web stream, or any other source of chunks. */
export type Content = AsyncIterable<Uint8Array>;

/**
 * Passes content on and checks its length.
 * @throws {Error} if the length differs: at the end, or once the content is too long
 */
export async function* withSizeCheck(content: Content, sizeBytes: number | undefined): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of content) {
    count += chunk.length;
    if (sizeBytes !== undefined && count > sizeBytes) break;
    yield chunk;
  }
  if (sizeBytes !== undefined && count !== sizeBytes)
    throw new Error('The content’s length differs from the declared one');
}

interface Part {
  bytes: Buffer;
  isLast: boolean;
}

/** Splits content into parts of `partBytes`; the last may be shorter. Holds one part in memory at a time. */
export async function* partsOf(content: Content, partBytes: number): AsyncGenerator<Part> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    length += chunk.length;
    // Keep a full part until more arrives, since it could be the last.
    while (length > partBytes) {
      const all = Buffer.concat(chunks);
      const rest = all.subarray(partBytes);
      yield { bytes: all.subarray(0, partBytes), isLast: false };
      [chunks, length] = [[rest], rest.length];
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
