import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/support/new-folder.ts';
import { doCommands, guideCommands, phoneAfterRestore } from '#tests/support/restored-server.ts';

test('a phone that synced before and after a backup agrees with the server that goes back to it', async () => {
  const folder = newFolder();
  const variables = { DATA_DIR: join(folder, 'data'), BACKUP: join(folder, 'backup') };
  const { ended, phone, server } = await phoneAfterRestore({
    settings: { DATA_DIR: variables.DATA_DIR },
    backUp: () => doCommands(guideCommands('To back the embedded database up'), variables),
    restore: () => doCommands(guideCommands('To go back to such a backup'), variables),
  });
  expect(ended).toBe('done');
  expect(phone).toEqual(server);
});
