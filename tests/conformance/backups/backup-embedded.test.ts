import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { doCommands, guideCommands, phoneAfterRestore, runCommand } from '#tests/support/postgres/restored-server.ts';
import { newFolder } from '#tests/support/servers/new-folder.ts';

test('a phone that synced before and after a backup matches the server after a restore', async () => {
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

test('a phone matches the server after the backup and restore commands run during writes', async () => {
  const folder = newFolder();
  const variables = { DATA_DIR: join(folder, 'data') };
  const file = join(folder, 'backup.tar');
  const said: string[] = [];
  const { ended, phone, server, writesMeanwhile } = await phoneAfterRestore({
    settings: variables,
    runsMeanwhile: true,
    backUp: async () => {
      said.push(await runCommand('backup', [file], variables));
      await expect(runCommand('restore', [file, '--replace'], variables)).rejects.toMatchObject({
        ...{ code: 1, stderr: expect.stringMatching(/^Another Afield \(process \d+\) is running/) },
      });
      const elsewhere = { S3_BUCKET: 'afield', S3_ENDPOINT: 'http://127.0.0.1:9' };
      const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
      await expect(
        runCommand('backup', [join(folder, 'wrong.tar')], { ...variables, ...elsewhere, ...keys }),
      ).rejects.toMatchObject({
        stderr: 'The running server keeps files in DATA_DIR. Set the same S3_* variables as for the server.\n',
      });
    },
    restore: async () => void said.push(await runCommand('restore', [file, '--replace'], variables)),
  });
  expect(said[0]).toMatch(/^Backed up [\d,]+ rows of \d+ tables, 0 files/);
  expect(said[1]).toMatch(/^Restored the backup of /);
  expect(readdirSync(folder).sort()).toEqual(['backup.tar', 'data']);
  expect(existsSync(join(variables.DATA_DIR, 'backup-copy'))).toBe(false);
  expect(writesMeanwhile).toBeGreaterThan(0);
  expect(ended).toBe('done');
  expect(phone).toEqual(server);
});
