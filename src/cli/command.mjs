// npm run <command> -- args: one of src/server/programs, built like the server and run the same way.
import { runBuilt } from './run-built.mjs';

const [name = '', ...args] = process.argv.slice(2);
await runBuilt(name, args);
