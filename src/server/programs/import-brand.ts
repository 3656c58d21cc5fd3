// npm run import-brand: see the help below.
import { importText } from '../backup/brand/format.ts';
import { importBrandInto } from '../backup/run.ts';
import { commandLineFor } from '../build.ts';
import { parseDataConfig } from '../config.ts';
import { findInputFile, resolveInputPath } from '../control/input-file.ts';
import { runProgram, UsageError } from '../control/program.ts';

const help = `${commandLineFor('import-brand')} FILE.tar [--dry-run]

Reads a brand that ${commandLineFor('export-brand')} wrote into this installation, beside its other brands. Both installations must run the
same release. The whole file is verified before anything changes, and either all of it is stored or nothing. Creators whose email
is already known here stay as they are, and the brand's offers are assigned to them.

  --dry-run  checks everything, and changes nothing

The data goes to DATABASE_URL, or to DATA_DIR (.data), and the files to DATA_DIR or S3_*, as for the server. PUBLIC_URL must
be the same as the server's, since addresses of files begin with it. Stop a server that runs on the embedded database; servers on PostgreSQL
can keep running.`;

await runProgram({
  help,
  options: { 'dry-run': { type: 'boolean' } },
  async run({ positionals: [given, ...more], values }) {
    if (given === undefined) throw new UsageError('Expected an export of a brand.');
    if (more.length > 0) throw new UsageError(`Expected one export, found ${more.length + 1}.`);
    findInputFile(given, 'an export of a brand');
    const settings = parseDataConfig(process.env);
    return importText(await importBrandInto(resolveInputPath(given), settings, values['dry-run'] ?? false));
  },
});
