import { afterEach, expect, it, vi } from 'vitest';
import { listenForLaunches } from '#features/sync/launches.ts';

afterEach(() => vi.unstubAllGlobals());

/** The addresses the app opens when its icon, or a shortcut, is launched for this one. */
function openedBy(targetURL: string | undefined): string[] {
  const opened: string[] = [];
  let launch: (params: { targetURL?: string | undefined }) => void = () => undefined;
  vi.stubGlobal('launchQueue', {
    setConsumer: (consume: typeof launch) => {
      launch = consume;
    },
  });
  listenForLaunches((path) => void opened.push(path));
  launch({ targetURL });
  return opened;
}

it('opens a shortcut in the window that is open', () => {
  expect(openedBy('http://localhost/dashboard/campaigns?create-campaign=true')).toEqual([
    '/dashboard/campaigns?create-campaign=true',
  ]);
});

it('stays where it is when only the icon was tapped, and when it is there already', () => {
  expect(openedBy('http://localhost/dashboard/campaigns')).toEqual([]);
  expect(openedBy(window.location.href)).toEqual([]);
  expect(openedBy(undefined)).toEqual([]);
});

it('does without where a browser lacks it', () => {
  vi.stubGlobal('launchQueue', undefined);
  expect(() => listenForLaunches(() => undefined)).not.toThrow();
});
