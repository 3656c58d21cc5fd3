import { commandLineFor } from '#server/build.ts';
import { contentsText, missingFilesText, pluralize, sizeText } from '../format.ts';
import type { ExportedBrand } from './export-brand.ts';
import type { ImportedBrand } from './import-brand.ts';

/** Report of an export. */
export const exportText = ({ email, isSuspended, totals }: ExportedBrand, file: string, sizeBytes: number): string =>
  [
    `Exported ${email}: ${contentsText(totals)} to ${file} (${sizeText(sizeBytes)}).`,
    ...missingFilesText(totals),
    ...(isSuspended
      ? []
      : [`${email} isn’t suspended, so changes from now on won’t be in the file. Suspend it and export it again.`]),
  ].join('\n');

/** Report of an import, with the next steps. */
export function importText({ archive, counts, rows, isDryRun }: ImportedBrand): string {
  const { brand, totals } = archive;
  const { creators, matchedCreators } = counts;
  const contents = `${pluralize(rows, 'row')}, ${pluralize(totals.files, 'file')} and ${pluralize(totals.uploads, 'upload')}`;
  const known = `${pluralize(creators, 'creator')}, ${matchedCreators} of them already known here`;
  if (isDryRun) return `${brand.email} can be imported: ${contents}; ${known}. Nothing was changed.`;
  return [
    `Imported ${brand.email} (${brand.id}): ${contents}; ${known}.`,
    `Next: ${commandLineFor('admin')} reinstate-brand ${brand.email}, if it was suspended, and send-link for its open offers.`,
  ].join('\n');
}
