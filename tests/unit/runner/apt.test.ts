import { describe, expect, test } from 'vitest';
import { aptInstall } from '#tests/runner/apt.mjs';

const locked = { ok: false, said: 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)' };
const done = { ok: true, said: '' };

/** An apt-get that gives these results in turn, then always succeeds. */
function machine(...answers: { ok: boolean; said: string }[]) {
  const calls: string[] = [];
  let waitedSeconds = 0;
  return {
    calls,
    waitedSeconds: () => waitedSeconds,
    run(args: string[]) {
      calls.push(args.join(' '));
      return answers.shift() ?? done;
    },
    wait(seconds: number) {
      waitedSeconds += seconds;
    },
  };
}

describe('packages are installed', () => {
  test("after an update of the lists, with each call waiting for dpkg's locks", () => {
    const apt = machine();
    expect(aptInstall(['xvfb', 'python3-gi'], apt)).toEqual(done);
    expect(apt.calls).toEqual([
      '-o DPkg::Lock::Timeout=600 -qq update',
      '-o DPkg::Lock::Timeout=600 -qq install -y --no-install-recommends xvfb python3-gi',
    ]);
  });

  test('once another apt has released the lists', () => {
    const apt = machine(locked, locked);
    expect(aptInstall(['xvfb'], apt).ok).toBe(true);
    expect(apt.calls).toHaveLength(4);
    expect(apt.waitedSeconds()).toBeGreaterThan(0);
  });

  test('never if the lock stays, and the error names its holder', () => {
    const apt = machine(...Array.from({ length: 1000 }, () => locked));
    expect(aptInstall(['xvfb'], apt)).toEqual(locked);
    expect(apt.waitedSeconds()).toBe(600);
  });

  test('never, after another error, which is reported at once', () => {
    const unknown = { ok: false, said: 'E: Unable to locate package nothing' };
    const apt = machine(done, unknown);
    expect(aptInstall(['nothing'], apt)).toEqual(unknown);
    expect(apt.waitedSeconds()).toBe(0);
  });
});
