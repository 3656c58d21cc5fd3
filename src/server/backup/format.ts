import type { Archive } from './archive/archive-reader.ts';
import type { Totals } from './archive/format.ts';
import type { RestoreReport } from './run.ts';

const grouped = (n: number) => n.toLocaleString('en-US');
/** A number with its noun. */
export const counted = (n: number, one: string) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;
export const sizeText = (bytes: number) => `${grouped(Math.ceil(bytes / 1_000_000))} MB`;

export const contentsText = ({ rows, files, fileBytes, uploads }: Totals) => {
  const counts = Object.values(rows);
  const all = counts.reduce((sum, each) => sum + each, 0);
  return `${counted(all, 'row')} of ${counted(counts.length, 'table')}, ${counted(files, 'file')} (${sizeText(fileBytes)}) and ${counted(uploads, 'upload')}`;
};

/** Report of a backup. */
export const backupText = (totals: Totals, file: string, sizeBytes: number): string =>
  [`Backed up ${contentsText(totals)} to ${file} (${sizeText(sizeBytes)}).`, ...missingText(totals)].join('\n');

/** Note about files that the store lacked; empty if there were none. */
export const missingText = ({ missing }: Totals): string[] =>
  missing === 0
    ? []
    : [`Missing from the store: ${counted(missing, 'file')} that the database lists, such as uploads in progress.`];

const described = ({ manifest: { createdAt, version }, totals }: Archive) =>
  `the backup of ${createdAt} (Afield ${version}): ${contentsText(totals)}`;

export const verifiedText = (archive: Archive): string => `Verified ${described(archive)}. Nothing was changed.`;

/** Report of a restore, with the next steps. */
export function restoredText({ archive, foreign, secret }: RestoreReport): string {
  return [
    `Restored ${described(archive)}.`,
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
