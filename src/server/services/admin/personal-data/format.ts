import type { EraseReport } from './erase.ts';

/** Report of an export, without the exported data. */
export interface ExportReport {
  email: string;
  folder: string;
  /** Number of rows by table. */
  rows: Record<string, number>;
  files: number;
  /** Files that no longer exist. */
  missing: string[];
}

const counts = (rows: Record<string, number>): string =>
  Object.entries(rows)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ') || 'nothing';

/** Formats an export's report for a terminal. */
export function exportText({ email, folder, rows, files, missing }: ExportReport): string {
  const exported = files - missing.length;
  const lines = [
    `Exported ${email} to ${folder}: data.json, and ${exported === 1 ? '1 file' : `${exported} files`}.`,
    counts(rows),
  ];
  return [...lines, ...(missing.length > 0 ? [`Missing files: ${missing.join(', ')}`] : [])].join('\n');
}

/** Formats an erasure's report for a terminal. */
export function eraseText({ kind, email, erased, deleted, emptied, files }: EraseReport): string {
  const [goes, stays] = erased
    ? ['Deleted', 'Kept without names']
    : ['Would be deleted', 'Would be kept without names'];
  return [
    erased ? `Erased ${email}.` : `Nothing was changed. Add --confirm to erase ${email} for good.`,
    `${goes}: ${counts(deleted)}.`,
    `${stays}: ${counts(emptied)}.`,
    `Files and uploads: ${files}${erased ? '; a running server deletes them within an hour.' : '.'}`,
    ...(kind === 'brand' && erased ? ['Erase its data at Stripe and PayPal yourself.'] : []),
  ].join('\n');
}
