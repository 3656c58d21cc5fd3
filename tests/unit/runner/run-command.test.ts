import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { runScript } from '#tests/runner/run-command.mjs';

const folder = mkdtempSync(join(tmpdir(), 'afield-runner-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a script, and runs it as a stage that reports its progress. */
async function run(name: string, script: string, limitMs: number) {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, script);
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const ok = await runScript(file, [], { reports: true, quiet: true, limitMs });
  const lines = said.mock.calls.map(([line]) => String(line));
  said.mockRestore();
  return { ok, lines };
}

test('a stage in which nothing finishes is ended, and what it was at is named', async () => {
  const script = `
    process.send({ began: '0', name: 'queue.test.ts' });
    process.send({ began: '1', name: 'queue.test.ts > sends once' });
    process.send({ began: '2', name: 'queue.test.ts > hangs' });
    process.send({ ended: '1' });
    setInterval(() => {}, 1000);`;
  const { ok, lines } = await run('hangs', script, 2_000);
  expect(ok).toBe(false);
  expect(lines.filter((line) => line.startsWith('Still running'))).toEqual(['Still running: queue.test.ts > hangs']);
});

test('a stage that takes longer than the limit goes on while its tests finish', async () => {
  const script = `
    let left = 8;
    const timer = setInterval(() => {
      process.send({ began: String(left), name: 'a test' });
      process.send({ ended: String(left) });
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, 500);`;
  expect(await run('slow', script, 3_000)).toEqual({ ok: true, lines: [] });
});

test('a stage that fails has failed', async () => {
  expect((await run('fails', 'process.exitCode = 3;', 60_000)).ok).toBe(false);
});
