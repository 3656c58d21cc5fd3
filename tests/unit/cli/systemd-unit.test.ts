import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const unit = 'docs/afield.service';
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isThere = analyze('--version').status === 0;

test.skipIf(!isThere)('the unit is valid, and as sandboxed as a listening server can be', () => {
  const { status, stderr } = analyze('verify', unit);
  // The output also names faults of the machine's other units.
  expect([status, stderr.split('\n').filter((line) => line.includes('afield'))]).toEqual([0, []]);
  // A score from 0 to 100; the network and the code in /opt, which it needs, account for 13.
  const security = analyze('security', '--offline=true', '--threshold=15', unit);
  expect(security.status, security.stdout).toBe(0);
});
