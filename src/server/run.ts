import { existsSync } from 'node:fs';
import { ConfigError, parseConfig } from './config.ts';
import { DataDirInUseError } from './data-dir-lock.ts';
import { demoLogin } from './demo/accounts.ts';
import { StartError } from './errors/start-error.ts';
import { demoMediaDir } from './paths.ts';
import { startServer } from './server.ts';

// Files contain data of brands and creators, so other users of this machine must not read them. The umask covers files
// that libraries write, too.
process.umask(0o077);

// Startup errors are printed in plain words; later ones are logged.
try {
  const config = parseConfig(process.env, process.argv.slice(2));
  const server = await startServer(config);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
  // A process waiting for this line may send a signal right away, so the handlers are registered first.
  console.log(`Afield is ready at ${server.address}`);
  if (config.seedDemo) {
    console.log(`Log in as ${demoLogin.email} with the password ${demoLogin.password}`);
    if (!existsSync(demoMediaDir())) console.log('Install afield-demo-media to see the demo’s videos and pictures.');
  }
} catch (error) {
  process.exitCode = sayWhyNot(error);
}

/** Prints why the server can't start; returns the exit code. */
function sayWhyNot(error: unknown): number {
  if (error instanceof ConfigError) {
    console.error(`Afield can't start with these settings:\n${error.problems.map((text) => `  ${text}`).join('\n')}`);
    return 2;
  }
  if (error instanceof StartError) {
    console.error(`Afield can't start: ${error.message}`);
    return 1;
  }
  if (error instanceof DataDirInUseError) {
    console.error(error.message);
    return 1;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    console.error(
      `Afield can't start: ${error.message}. Stop the program that uses this address, or choose another PORT.`,
    );
    return 1;
  }
  console.error(error);
  return 1;
}
