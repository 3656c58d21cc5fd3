import type { Archive } from './archive/archive-reader.ts';
import type { Totals } from './archive/format.ts';
import type { RestoreReport } from './run.ts';

const groupDigits = (n: number) => n.toLocaleString('en-US');
/** A number with its noun. */
export const pluralize = (n: number, one: string) => `${groupDigits(n)} ${n === 1 ? one : `${one}s`}`;
export const sizeText = (bytes: number) => `${groupDigits(Math.ceil(bytes / 1_000_000))} MB`;

export const contentsText = ({ rows, files, fileBytes, uploads }: Totals) => {
  const counts = Object.values(rows);
  const all = counts.reduce((sum, each) => sum + each, 0);
  return `${pluralize(all, 'row')} of ${pluralize(counts.length, 'table')}, ${pluralize(files, 'file')} (${sizeText(fileBytes)}) and ${pluralize(uploads, 'upload')}`;
};

/** Report of a backup. */
export const backupText = (totals: Totals, file: string, sizeBytes: number): string =>
  [`Backed up ${contentsText(totals)} to ${file} (${sizeText(sizeBytes)}).`, ...missingFilesText(totals)].join('\n');

/** Note about files that the store lacked; empty if there were none. */
export const missingFilesText = ({ missing }: Totals): string[] =>
  missing === 0
    ? []
    : [`Missing from the store: ${pluralize(missing, 'file')} that the database lists, such as uploads in progress.`];

const describeArchive = ({ manifest: { createdAt, version }, totals }: Archive) =>
  `the backup of ${createdAt} (Afield ${version}): ${contentsText(totals)}`;

export const verifyText = (archive: Archive): string => `Verified ${describeArchive(archive)}. Nothing was changed.`;

/** Report of a restore, with the next steps. */
export function restoreText({ archive, foreign, secret }: RestoreReport): string {
  return [
    `Restored ${describeArchive(archive)}.`,
    ...(foreign.length === 0 ? [] : [`Left out tables that aren’t Afield’s: ${foreign.join(', ')}.`]),
    secretAdvice[secret],
    'Phones will download everything again. Start Afield, then run npm run admin -- reconcile.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const lostWithout = 'Otherwise every session ends, and every emailed link stops working.';
const secretAdvice: Readonly<Record<RestoreReport['secret'], string>> = {
  stored: '',
  same: '',
  different: `SESSION_SECRET differs from the backup’s. Set it to the backup’s value before you start Afield. ${lostWithout} A secret that Afield generated is in the backup as session-secret.`,
  unknown: `Set SESSION_SECRET to the backup’s value before you start Afield. ${lostWithout} A secret that Afield generated is in the backup as session-secret.`,
};
