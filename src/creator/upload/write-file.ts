/** Synchronous access to a file. In Safari 15 and 16 all methods but `write` return promises. */
interface SyncAccess {
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  truncate(size: number): void | Promise<void>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
}
/** TypeScript declares this method only in its worker library. */
type SyncHandle = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncAccess> };

const isSync = (handle: FileSystemFileHandle): handle is SyncHandle => 'createSyncAccessHandle' in handle;

/** Phones have little memory, so read the video in parts. */
const partBytes = 4_194_304;

/**
 * Writes a file into the origin private file system with synchronous access, which Safari has had since 15.2.
 * @returns false if that isn't possible or there's no space; no partial file is then left behind
 */
export async function writeFile(name: string, content: Blob): Promise<boolean> {
  const root = await navigator.storage.getDirectory().catch(() => null);
  if (root === null) return false;
  try {
    const handle = await root.getFileHandle(name, { create: true });
    if (!isSync(handle)) throw new Error('No synchronous access');
    const access = await handle.createSyncAccessHandle();
    try {
      await access.truncate(0);
      for (let at = 0; at < content.size; at += partBytes) {
        const part = new Uint8Array(await content.slice(at, at + partBytes).arrayBuffer());
        // On a full disk, `write` writes less than it was given, without an error.
        if (access.write(part, { at }) < part.length) throw new Error('No room');
      }
      await access.flush();
    } finally {
      await access.close();
    }
    return true;
  } catch {
    await root.removeEntry(name).catch(() => undefined);
    return false;
  }
}
