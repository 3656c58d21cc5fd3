// npm run import-metrics: see the help below.
import { basename } from 'node:path';
import { parseDataConfig } from '../config.ts';
import { importMetricsCommand } from '../control/commands.ts';
import { findGivenFile } from '../control/given-file.ts';
import { runProgram, UsageError } from '../control/program.ts';
import { runCommand } from '../control/run-command.ts';
import { metricColumns } from '../services/metrics-import/metric-row.ts';
import { reportText } from '../services/metrics-import/report-text.ts';

const help = `npm run import-metrics -- FILE.csv --campaign ID [--dry-run] [--json]

Stores daily figures of a campaign's posts, from a CSV file in UTF-8, and makes creators, offers and posts that are
missing. Rows that can't be used are told one by one, the first 10,000; the others are stored, all of them or, if anything
fails, none. The same file again changes nothing. A server may be running meanwhile.

  --campaign ID   the campaign, by the id in its page's address
  --dry-run       tells what would be done, and does nothing
  --json          prints the whole report as JSON (with npm run --silent, nothing else)

The first line names these columns, in any order:
  ${metricColumns.slice(0, 4).join(', ')} (YYYY-MM-DD, UTC),
  ${metricColumns.slice(4).join(', ')}
The counts are cumulative: what the post had at the end of that day.

Which data: DATABASE_URL, or DATA_DIR (.data), as for npm start.`;

await runProgram({
  help,
  options: { campaign: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
  async run({ positionals: [file, ...more], values }) {
    if (file === undefined) throw new UsageError('Expected a file.');
    if (more.length > 0) throw new UsageError(`Expected one file, found ${more.length + 1}.`);
    if (values.campaign === undefined) throw new UsageError('Expected --campaign with the id of a campaign.');
    const { open } = findGivenFile(file);
    const input = { campaignId: values.campaign, dryRun: values['dry-run'] ?? false };
    const data = parseDataConfig(process.env);
    const report = await runCommand(importMetricsCommand, input, open, data);
    return values.json ? JSON.stringify(report, null, 2) : reportText(report, basename(file));
  },
});
