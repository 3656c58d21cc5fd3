import { changesAnything, type ImportReport } from './report.ts';

/** Maximum number of warnings printed; `--json` has more. */
const shownWarnings = 20;

const grouped = (n: number) => n.toLocaleString('en-US');
const counted = (n: number, one: string, many = `${one}s`) => `${grouped(n)} ${n === 1 ? one : many}`;

/** Formats the report of an import for a terminal. */
export function reportText(report: ImportReport, fileName: string): string {
  const { rows, repeated, figures, made, backdatedPosts, refused, refusedCount, warnings, warningCount, notes } =
    report;
  const shown = warnings.slice(0, shownWarnings);
  const hidden = warningCount - shown.length;
  const listed = warnings.length < warningCount ? `the first ${grouped(warnings.length)}` : 'them all';
  return [
    heading(report, fileName),
    `  ${counted(rows, 'row')}: ${grouped(figures.new)} new, ${grouped(figures.corrected)} corrected, ` +
      `${grouped(figures.unchanged)} unchanged, ${grouped(repeated)} repeated, ${grouped(refusedCount)} refused`,
    `  Created ${counted(made.creators, 'creator')}, ${counted(made.offers, 'offer')}, ${counted(made.posts, 'post')}`,
    ...(backdatedPosts > 0 ? [`  ${counted(backdatedPosts, 'post')} moved back to the date of the first figures`] : []),
    ...notes.map((note) => `  ${note}`),
    ...(refused.length > 0 ? ['', 'Refused:'] : []),
    ...refused.map(({ line, reason, value }) => `  line ${line}: ${reason}${value === '' ? '' : ` (${value})`}`),
    ...(refusedCount > refused.length ? [`  and ${grouped(refusedCount - refused.length)} more`] : []),
    ...(warnings.length > 0 ? ['', 'Stored, but please check:'] : []),
    ...shown.map(({ line, message }) => `  line ${line}: ${message}`),
    ...(hidden > 0 ? [`  and ${grouped(hidden)} more: --json lists ${listed}`] : []),
  ].join('\n');
}

function heading(report: ImportReport, fileName: string): string {
  const campaign = `${report.campaignName ?? `${report.brandName} Campaign`} (${report.campaignId})`;
  if (!changesAnything(report)) return `${fileName} changes nothing in ${campaign}.`;
  return report.dryRun
    ? `Dry run: ${fileName} would change ${campaign}. Nothing was changed.`
    : `Imported ${fileName} into ${campaign}.`;
}
