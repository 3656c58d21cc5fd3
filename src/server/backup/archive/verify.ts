import { commandLineFor } from '#server/build.ts';
import { CommandError } from '#server/errors/command-error.ts';
import { type Archive, verifyArchive } from './archive-reader.ts';
import type { Manifest } from './format.ts';

/**
 * Verifies a backup of a whole installation, and returns it.
 * @throws {CommandError} for any other file, and for a damaged one
 */
export async function verifyBackup(file: string): Promise<Archive> {
  const archive = await verifyArchive(file);
  const { brand } = archive.manifest;
  if (brand === undefined) return archive;
  throw new CommandError(
    `${file} is an export of one brand, ${brand.email}. Nothing was changed. Import it with ${commandLineFor('import-brand')}.`,
  );
}

export interface BrandArchive extends Archive {
  brand: NonNullable<Manifest['brand']>;
}

/**
 * Verifies an export of one brand, and returns it.
 * @throws {CommandError} for any other file, and for a damaged one
 */
export async function verifyExport(file: string): Promise<BrandArchive> {
  const archive = await verifyArchive(file);
  const { brand } = archive.manifest;
  if (brand !== undefined) return { ...archive, brand };
  throw new CommandError(
    `${file} is a backup of a whole installation. Nothing was changed. Expected an export of ${commandLineFor('export-brand')}.`,
  );
}
