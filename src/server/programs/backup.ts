// npm run backup: see the help below.
import { statSync } from 'node:fs';
import { backupText } from '../backup/format.ts';
import { backUp } from '../backup/run.ts';
import { parseDataConfig } from '../config.ts';
import { givenPath } from '../control/given-file.ts';
import { runProgram, UsageError } from '../control/program.ts';

const help = `npm run backup -- FILE.tar [--json]

Writes the database as of one moment, and all files, to a new file. Servers can run meanwhile. npm run restore reads it,
and so does tar: tables/ has a line of JSON for each row, files/ the files, checksums/ what sha256sum -c takes.

The file holds everything: passwords' hashes, emails and, if Afield generated it, the secret that signs sessions. Keep it
where others can't read it.

  --json  prints the number of rows and files as JSON; with npm run --silent, nothing else

The data is in DATABASE_URL, or in DATA_DIR (.data), and the files in DATA_DIR or S3_*, as for npm start. The embedded
database is copied within DATA_DIR first, so there has to be room for that.`;

await runProgram({
  help,
  options: { json: { type: 'boolean' } },
  async run({ positionals: [given, ...more], values: { json } }) {
    if (given === undefined) throw new UsageError('Expected a file to write.');
    if (more.length > 0) throw new UsageError(`Expected one file, found ${more.length + 1}.`);
    const file = givenPath(given);
    const totals = await backUp(file, parseDataConfig(process.env));
    const { size: sizeBytes } = statSync(file);
    return json ? JSON.stringify({ ...totals, file, sizeBytes }, null, 2) : backupText(totals, given, sizeBytes);
  },
});
