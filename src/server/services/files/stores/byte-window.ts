import type { FileHandle } from 'node:fs/promises';

export interface ByteWindow {
  /** Returns the bytes from `start`; bytes beyond the file's end are 0. */
  at(start: number, length: number): Promise<Buffer>;
}

/** Buffers reads of small, adjacent parts of a file. */
export function byteWindow(file: FileHandle, windowBytes = 65_536): ByteWindow {
  const held = Buffer.alloc(windowBytes);
  let heldFrom = 0;
  let heldTo = 0;
  return {
    async at(start, length) {
      if (start < heldFrom || start + length > heldTo) {
        held.fill(0);
        await file.read(held, 0, windowBytes, start);
        [heldFrom, heldTo] = [start, start + windowBytes];
      }
      return held.subarray(start - heldFrom, start - heldFrom + length);
    },
  };
}
