import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runScript } from '#tests/runner/run-command.mjs';
import { newFolder } from '#tests/support/servers/new-folder.ts';

/** Writes a script and runs it as a stage. */
function run(script: string, options: NonNullable<Parameters<typeof runScript>[2]> = {}): Promise<boolean> {
  const file = join(newFolder(), 'stage.mjs');
  writeFileSync(file, script);
  return runScript(file, [], { quiet: true, ...options });
}

test('a stage that makes no progress is ended, and has failed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await run('setInterval(() => {}, 1000);', { limitMs: 3_000 })).toBe(false);
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^Stopped: no progress/));
  said.mockRestore();
});

test('a stage that reports has an IPC channel to its runner', async () => {
  expect(await run('process.exitCode = process.send === undefined ? 1 : 0;', { reports: true })).toBe(true);
});

test('a stage that doesn’t report has no channel, which would change its behavior', async () => {
  expect(await run('process.exitCode = process.send === undefined ? 0 : 1;')).toBe(true);
});

test('a stage that fails has failed', async () => {
  expect(await run('process.exitCode = 3;')).toBe(false);
});
