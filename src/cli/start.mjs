// npm start: installs and builds what is stale, then serves app and API at one address.
import { runBuilt } from './run-built.mjs';

await runBuilt('main', process.argv.slice(2));
