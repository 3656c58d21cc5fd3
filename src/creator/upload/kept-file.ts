const prefix = 'draft-';
/** Stored files older than this are deleted: the server drops unfinished uploads after a day. */
const oldMs = 2 * 86_400_000;
/** Timeout, so that a hanging worker can't block the upload. */
const maxMs = 60_000;

/** The origin private file system; null if unavailable, as in some private windows. */
async function folder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}

/**
 * Stores a video in the browser under its fingerprint, so that the upload can resume after a reload or a crash. A
 * partial file has a different length, so it's never found.
 * @returns the stored file; null if there's no space or no way to write
 */
export async function storeVideo(content: Blob, fingerprint: string): Promise<File | null> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < content.size * 1.2) return null;
    const handle = await (await folder())?.getFileHandle(prefix + fingerprint, { create: true });
    if (handle === undefined) return null;
    // Safari has `createWritable` only since version 26. Earlier versions have synchronous access in workers.
    if ('createWritable' in handle) await content.stream().pipeTo(await handle.createWritable());
    else if (!(await keepInWorker(prefix + fingerprint, content))) return null;
    return await findStoredFile(fingerprint, content.size);
  } catch {
    return null;
  }
}

function keepInWorker(name: string, content: Blob): Promise<boolean> {
  const worker = new Worker(new URL('./keep-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<boolean>((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(data === true));
    worker.addEventListener('error', () => resolve(false));
    setTimeout(resolve, maxMs, false);
    worker.postMessage({ name, content });
  }).finally(() => worker.terminate());
}

/** A stored video; null if there's none with this length. */
export async function findStoredFile(fingerprint: string, sizeBytes: number): Promise<File | null> {
  try {
    const file = await (await (await folder())?.getFileHandle(prefix + fingerprint))?.getFile();
    return file?.size === sizeBytes ? file : null;
  } catch {
    return null;
  }
}

/** Deletes a stored video, and old videos whose uploads the server has dropped. */
export async function deleteStoredFile(fingerprint: string | null): Promise<void> {
  try {
    const root = await folder();
    if (root === null) return;
    const names: string[] = [];
    for await (const [name, handle] of root.entries()) {
      if (!name.startsWith(prefix) || handle.kind !== 'file') continue;
      const { lastModified } = await (await root.getFileHandle(name)).getFile();
      if (name === prefix + fingerprint || lastModified < Date.now() - oldMs) names.push(name);
    }
    for (const name of names) await root.removeEntry(name);
  } catch {
    // Files that couldn't be deleted use space until the next upload, but nothing depends on them.
  }
}
