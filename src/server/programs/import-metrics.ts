// npm run import-metrics: see the help below.
import { basename } from 'node:path';
import { commandLineFor } from '../build.ts';
import { importMetricsTask } from '../commands/campaigns.ts';
import { parseDataConfig } from '../config.ts';
import { findInputFile } from '../control/input-file.ts';
import { runProgram, UsageError } from '../control/program.ts';
import { isRepeatedCommand } from '../control/run-command-once.ts';
import { runTask } from '../control/run-task.ts';
import { reportText } from '../services/figures/metrics-import/report-text.ts';
import { metricColumns } from '../services/figures/metrics-import/rows/metric-row.ts';

const help = `${commandLineFor('import-metrics')} FILE.csv --campaign ID [--dry-run] [--make-missing] [--json]

Imports daily figures of a campaign's posts from a CSV file. A new post is created for the offer of its account; rows of an
account without an offer are refused, and so are rows of a post that counts for another offer. Lists the first 10,000 rows that
can't be used. The other rows are stored together, or not at all if anything fails. Importing the same file again changes
nothing. You can run it while a server is running.

  --campaign ID   the campaign's ID, from the address of its page
  --dry-run       shows what would change, and changes nothing
  --make-missing  creates missing creators and offers, and reports how many
  --json          prints the full report as JSON

The file is UTF-8, or UTF-16 with a byte order mark; cells are separated by commas, semicolons or tabs. The first line has these
column names, in any order and case:
  ${metricColumns.slice(0, 4).join(', ')} (YYYY-MM-DD, UTC),
  ${metricColumns.slice(4).join(', ')}
Counts are cumulative: the post's totals at the end of that day, in digits only.

The data is in DATABASE_URL, or in DATA_DIR (.data), as for the server.`;

await runProgram({
  help,
  options: {
    campaign: { type: 'string' },
    'dry-run': { type: 'boolean' },
    'make-missing': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  async run({ positionals: [file, ...more], values }) {
    if (file === undefined) throw new UsageError('Expected a file.');
    if (more.length > 0) throw new UsageError(`Expected one file, found ${more.length + 1}.`);
    if (values.campaign === undefined) throw new UsageError('Expected --campaign with the ID of a campaign.');
    const { open } = findInputFile(file);
    const input = {
      campaignId: values.campaign,
      dryRun: values['dry-run'] ?? false,
      makeMissing: values['make-missing'] ?? false,
    };
    const data = parseDataConfig(process.env);
    const report = await runTask(importMetricsTask, input, open, data);
    if (isRepeatedCommand(report)) throw new Error('No key was given');
    return values.json ? JSON.stringify(report, null, 2) : reportText(report, basename(file));
  },
});
