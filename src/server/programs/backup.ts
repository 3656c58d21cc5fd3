// npm run backup: see the help below.
import { statSync } from 'node:fs';
import { backupText } from '../backup/format.ts';
import { backUp } from '../backup/run.ts';
import { parseDataConfig } from '../config.ts';
import { resolveInputPath } from '../control/input-file.ts';
import { runProgram, UsageError } from '../control/program.ts';

const help = `npm run backup -- FILE.tar [--json]

Writes a snapshot of the database, and all files, to a new file. Servers can keep running. npm run restore reads the file,
and so does tar: tables/ has a line of JSON for each row, files/ has the files, and checksums/ the input of sha256sum -c.

The file contains everything: password hashes, emails and, if Afield generated it, the secret that signs sessions. Keep the
file where others can't read it.

  --json  prints the number of rows and files as JSON; with npm run --silent, nothing else

The data is in DATABASE_URL, or in DATA_DIR (.data), and the files in DATA_DIR or S3_*, as for npm start. The embedded
database is copied within DATA_DIR first, which needs as much free space again.`;

await runProgram({
  help,
  options: { json: { type: 'boolean' } },
  async run({ positionals: [given, ...more], values: { json } }) {
    if (given === undefined) throw new UsageError('Expected a file to write.');
    if (more.length > 0) throw new UsageError(`Expected one file, found ${more.length + 1}.`);
    const file = resolveInputPath(given);
    const totals = await backUp(file, parseDataConfig(process.env));
    const { size: sizeBytes } = statSync(file);
    return json ? JSON.stringify({ ...totals, file, sizeBytes }, null, 2) : backupText(totals, given, sizeBytes);
  },
});
