// Creates the embedded database with its demo brand. On a first start, npm start runs it in parallel with the build.
import { parseConfig } from './config.ts';
import { createDataDir } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { openEmbedded } from './database/embedded.ts';
import { seedDemo } from './demo/seed.ts';

const { databaseUrl, dataDir, seedDemo: withDemo } = parseConfig(process.env);
if (databaseUrl === null) {
  createDataDir(dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    const database = await openEmbedded({ dataDir });
    try {
      if (withDemo) await seedDemo(database.db, { now: new Date() });
    } finally {
      await database.close();
    }
  } finally {
    unlock();
  }
}
