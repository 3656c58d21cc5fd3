// npm run <command> -- args: runs a program of src/server/programs, built like the server.
import { runBuilt } from './run-built.mjs';

const [name = '', ...args] = process.argv.slice(2);
await runBuilt(name, args);
