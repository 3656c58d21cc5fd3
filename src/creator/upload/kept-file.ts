const prefix = 'draft-';
/** Unfinished uploads are given up by the server after a day. */
const oldMs = 2 * 86_400_000;

/** The origin's private file system; null where there is none, as in some private windows. */
async function folder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/**
 * Keeps a video in the browser under its fingerprint, so that the upload goes on after a reload or a crash. It appears there
 * whole or not at all.
 * @returns the kept file; null where there is no room, or no way to write there
 */
export async function keepFile(content: Blob, fingerprint: string): Promise<File | null> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < content.size * 1.2) return null;
    const handle = await (await folder())?.getFileHandle(prefix + fingerprint, { create: true });
    // Safari has had it since version 26 only.
    if (handle === undefined || !('createWritable' in handle)) return null;
    await content.stream().pipeTo(await handle.createWritable());
    return await handle.getFile();
  } catch {
    return null;
  }
}

/** A kept video; null where there is none of this length. */
export async function findKept(fingerprint: string, sizeBytes: number): Promise<File | null> {
  try {
    const file = await (await (await folder())?.getFileHandle(prefix + fingerprint))?.getFile();
    return file?.size === sizeBytes ? file : null;
  } catch {
    return null;
  }
}

/** Removes a kept video, and those that nobody has gone on with. */
export async function forgetKept(fingerprint: string | null): Promise<void> {
  try {
    const root = await folder();
    if (root === null) return;
    const names: string[] = [];
    for await (const [name, handle] of root.entries()) {
      if (!name.startsWith(prefix) || handle.kind !== 'file') continue;
      const { lastModified } = await (handle as FileSystemFileHandle).getFile();
      if (name === prefix + fingerprint || lastModified < Date.now() - oldMs) names.push(name);
    }
    for (const name of names) await root.removeEntry(name);
  } catch {
    // It costs room until the next time, and nothing else.
  }
}
