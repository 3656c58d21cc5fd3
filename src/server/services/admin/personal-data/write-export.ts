import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '#server/errors/command-error.ts';
import { systemCodeOf } from '#server/errors/system-code.ts';
import type { FileStore } from '#server/services/files/stores/file-store.ts';
import type { UploadFiles } from '#server/services/files/transfers/upload-store.ts';
import type { PersonalDataExport } from './export.ts';

interface Sources {
  store: FileStore;
  uploads: UploadFiles;
}

/**
 * Writes an export to a new or empty folder: the rows as JSON, and the files beside them. Files are streamed.
 * @returns names of files that no longer exist
 * @throws {CommandError} for a folder that can't be written; files written so far are deleted
 */
export async function writeExport(
  exported: PersonalDataExport,
  folder: string,
  { store, uploads }: Sources,
): Promise<string[]> {
  const missing: string[] = [];
  try {
    // The folder holds personal data, so other users of the machine must not read it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length > 0) throw new CommandError(`${folder} is not empty. Expected a new folder.`);
  } catch (error) {
    throw asCommandError(error, folder);
  }
  try {
    await writeFile(join(folder, 'data.json'), JSON.stringify(exported, null, 2), { mode: 0o600 });
    await mkdir(join(folder, 'files'), { mode: 0o700 });
    for (const name of exported.files.stored) {
      const file = await store.find(name);
      if (file === null) missing.push(name);
      else
        await write(
          join(folder, 'files', basename(name)),
          Readable.fromWeb((await file.read(0, file.sizeBytes - 1)) as never),
        );
    }
    for (const id of exported.files.uploads) {
      const content = await uploads.read(id).catch(() => null);
      const isThere = content !== null && (await write(join(folder, 'files', id), content).then(() => true, isMissing));
      if (!isThere) missing.push(id);
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw asCommandError(error, folder);
  }
  return missing;
}

const write = (path: string, content: AsyncIterable<Uint8Array>) =>
  pipeline(content, createWriteStream(path, { mode: 0o600 }));

/** An upload without any bytes so far has no file. */
function isMissing(error: unknown): false {
  if (systemCodeOf(error) === 'ENOENT') return false;
  throw error;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'it isn’t a folder',
  EEXIST: 'it isn’t a folder',
  EROFS: 'it is read-only',
};

function asCommandError(error: unknown, folder: string): unknown {
  const reason = reasons[systemCodeOf(error) ?? ''];
  return reason === undefined ? error : new CommandError(`${folder} can’t be written: ${reason}.`);
}
