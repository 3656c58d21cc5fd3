import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOnPostgres } from '#tests/support/postgres/database.ts';
import { doCommands, guideCommands, phoneAfterRestore } from '#tests/support/postgres/restored-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

test('a phone that synced before and after a dump matches the server after a restore', async () => {
  const folder = newFolder();
  const database = await openOnPostgres(process.env.TEST_DATABASE_URL ?? '');
  const variables = { DATABASE_URL: database.url, BACKUP: join(folder, 'backup') };
  try {
    const { ended, phone, server } = await phoneAfterRestore({
      settings: {
        ...{ DATABASE_URL: database.url, SESSION_SECRET: 'of the test, which is 32 bytes or more' },
        DATA_DIR: join(folder, 'data'),
      },
      backUp: () => doCommands(guideCommands('To back a PostgreSQL up'), variables),
      restore: () => doCommands(guideCommands('To go back to such a dump'), variables),
    });
    expect(ended).toBe('done');
    expect(phone).toEqual(server);
  } finally {
    await database.close();
  }
});
