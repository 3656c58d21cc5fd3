// npm run restore: see the help below.

import { verifyBackup } from '../backup/archive/verify.ts';
import { restoreText, verifyText } from '../backup/format.ts';
import { restore } from '../backup/run.ts';
import { parseDataConfig } from '../config.ts';
import { findInputFile, resolveInputPath } from '../control/input-file.ts';
import { runProgram, UsageError } from '../control/program.ts';

const help = `npm run restore -- FILE.tar [--dry-run] [--replace]

Restores a backup made by npm run backup into an installation, which may use a different kind of database and file store.
Stop its servers first. The whole backup is verified before anything changes, and the database changes as a whole or not at all.
A backup of an older version is brought up to date.

  --dry-run  verifies the backup, and changes nothing
  --replace  replaces the data of a database that isn't empty. Files already in the store are kept

The data goes to DATABASE_URL, or to DATA_DIR (.data), and the files to DATA_DIR or S3_*, as for npm start.`;

await runProgram({
  help,
  options: { 'dry-run': { type: 'boolean' }, replace: { type: 'boolean' } },
  async run({ positionals: [given, ...more], values }) {
    if (given === undefined) throw new UsageError('Expected a backup.');
    if (more.length > 0) throw new UsageError(`Expected one backup, found ${more.length + 1}.`);
    findInputFile(given, 'a backup');
    const file = resolveInputPath(given);
    if (values['dry-run']) return verifyText(await verifyBackup(file));
    return restoreText(await restore(file, parseDataConfig(process.env), values.replace ?? false));
  },
});
