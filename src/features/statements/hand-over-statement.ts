import type { Statement } from '#contract/brand/statement.ts';
import { statementCsv, statementFileName } from '#domain/statements/statement-csv.ts';
import { canShare, download, share } from '#ui/loading/hand-over.ts';

/** Exports a statement as a CSV file: to the phone's share sheet if possible, otherwise as a download. */
export async function handOverStatement(brandName: string, statement: Statement): Promise<void> {
  const name = statementFileName(brandName, statement);
  const file = new File([statementCsv(statement)], name, { type: 'text/csv' });
  const outcome = canShare(file) ? await share(file) : 'refused';
  if (outcome !== 'shared' && outcome !== 'dismissed') download(file);
}
