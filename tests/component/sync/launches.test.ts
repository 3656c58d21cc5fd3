import { afterEach, expect, it, vi } from 'vitest';
import { listenForLaunches } from '#features/sync/launches.ts';

afterEach(() => vi.unstubAllGlobals());

/** The URLs that the app opens when its icon, or a shortcut, is launched for this one. */
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

it('a shortcut opens in the open window', () => {
  expect(openedBy('http://localhost/dashboard/campaigns?create-campaign=true')).toEqual([
    '/dashboard/campaigns?create-campaign=true',
  ]);
});

it('a launch stays on the page if only the icon was tapped, or the page is already open', () => {
  expect(openedBy('http://localhost/dashboard/campaigns')).toEqual([]);
  expect(openedBy(window.location.href)).toEqual([]);
  expect(openedBy(undefined)).toEqual([]);
});

it('browsers without the launch queue need no launch handling', () => {
  vi.stubGlobal('launchQueue', undefined);
  expect(() => listenForLaunches(() => undefined)).not.toThrow();
});
