// npm start: installs and builds if necessary, then serves the app and the API at one address.
import { buildWhilePreparing } from './build-while-preparing.mjs';
import { requireSupportedNode } from './node-version.mjs';
import { runBuilt } from './run-built.mjs';
import { installIfStale } from './set-up.mjs';

requireSupportedNode();
installIfStale();
await buildWhilePreparing();
await runBuilt('main', process.argv.slice(2));
