// npm run export-brand: see the help below.
import { statSync } from 'node:fs';
import { exportText } from '../backup/brand/format.ts';
import { exportBrand } from '../backup/run.ts';
import { commandLineFor } from '../build.ts';
import { parseDataConfig } from '../config.ts';
import { resolveInputPath } from '../control/input-file.ts';
import { runProgram, UsageError } from '../control/program.ts';

const help = `${commandLineFor('export-brand')} EMAIL|ID FILE.tar

Writes one brand to a new file, with its creators and files, to move it to another installation. Servers can keep running,
and nothing is changed. Suspend the brand first, so that the file is complete. ${commandLineFor('import-brand')} reads it.

The file has the format of a backup. It contains no sessions, devices, unsent emails, saved cards or rows of other brands. It
does contain the hash of the brand's password, and emails and addresses of creators: keep it where others can't read it.

The data is in DATABASE_URL, or in DATA_DIR (.data), and the files in DATA_DIR or S3_*, as for the server. The embedded
database is copied within DATA_DIR first, which needs as much free space again.`;

await runProgram({
  help,
  options: {},
  async run({ positionals: [named, given, ...more] }) {
    if (named === undefined) throw new UsageError('Expected the email or ID of a brand.');
    if (given === undefined) throw new UsageError('Expected a file to write.');
    if (more.length > 0) throw new UsageError(`Expected a brand and a file, found ${more.length} more.`);
    const file = resolveInputPath(given);
    const exported = await exportBrand(named, file, parseDataConfig(process.env));
    return exportText(exported, given, statSync(file).size);
  },
});
