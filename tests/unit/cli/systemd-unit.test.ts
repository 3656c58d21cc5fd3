import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const unit = 'docs/afield.service';
const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const isThere = analyze('--version').status === 0;

test.skipIf(!isThere)('the unit is valid, and as closed as a server that listens can be', () => {
  const { status, stderr } = analyze('verify', unit);
  // It also names faults of the machine's other units.
  expect([status, stderr.split('\n').filter((line) => line.includes('afield'))]).toEqual([0, []]);
  // From 0 to 100, of which what it needs (a network, its own code from /opt) is 13.
  const security = analyze('security', '--offline=true', '--threshold=15', unit);
  expect(security.status, security.stdout).toBe(0);
});
