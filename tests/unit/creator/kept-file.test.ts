import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStoredFile, storeVideo } from '#creator/upload/kept-file.ts';
import { writeFile } from '#creator/upload/write-file.ts';

// Before iOS 26, iPhones write files only in a worker, through synchronous access.

const files = new Map<string, Uint8Array<ArrayBuffer>>();
/** Free bytes on the device; null for a private window. */
let roomBytes: number | null = 0;

function handleOf(name: string) {
  return {
    kind: 'file',
    getFile: async () => new File([files.get(name) ?? new Uint8Array()], name),
    async createSyncAccessHandle() {
      return {
        write(part: Uint8Array, { at }: { at: number }) {
          const taken = part.slice(0, Math.max(0, (roomBytes ?? 0) - at));
          const before = files.get(name) ?? new Uint8Array();
          const after = new Uint8Array(Math.max(before.length, at + taken.length));
          after.set(before);
          after.set(taken, at);
          files.set(name, after);
          return taken.length;
        },
        truncate: (size: number) => void files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, size)),
        flush() {},
        close() {},
      };
    },
  };
}

const root = {
  async getFileHandle(name: string, { create = false } = {}) {
    if (create && !files.has(name)) files.set(name, new Uint8Array());
    if (!files.has(name)) throw new DOMException('None', 'NotFoundError');
    return handleOf(name);
  },
  removeEntry: async (name: string) => void files.delete(name),
};

/** Runs the worker's work in this thread. */
class FakeWorker extends EventTarget {
  postMessage({ name, content }: { name: string; content: Blob }) {
    void writeFile(name, content).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {}
}

beforeEach(() => {
  files.clear();
  roomBytes = 50_000_000;
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('navigator', {
    storage: {
      estimate: async () => ({ quota: 100_000_000, usage: 0 }),
      async getDirectory() {
        if (roomBytes === null) throw new DOMException('Private', 'SecurityError');
        return root;
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const film = new Blob([new Uint8Array(9_000_000).fill(1), new Uint8Array([7])]);

test('a compressed video is stored where only workers can write, and found after a reload', async () => {
  const kept = await storeVideo(film, 'r1-ff');
  expect(kept?.size).toBe(9_000_001);
  const found = await findStoredFile('r1-ff', 9_000_001);
  expect(new Uint8Array((await found?.slice(-1).arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new Uint8Array([7]));
});

test('a full phone stores nothing, and no partial file that could pass for a whole one', async () => {
  roomBytes = 5_000_000;
  expect(await storeVideo(film, 'r1-ff')).toBeNull();
  expect(await findStoredFile('r1-ff', 9_000_001)).toBeNull();
  expect(files.size).toBe(0);
});

test('a private window without a file system stores nothing', async () => {
  roomBytes = null;
  expect(await storeVideo(film, 'r1-ff')).toBeNull();
  expect(await writeFile('draft-r1-ff', film)).toBe(false);
});
