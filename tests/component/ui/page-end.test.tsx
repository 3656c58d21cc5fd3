import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { usePageEnd } from '#ui/lists/page-end.ts';
import { painted } from '#ui/styles/painted.ts';

let roomPx: number;
let height: MockInstance<() => number>;
beforeEach(() => {
  roomPx = 0;
  height = vi
    .spyOn(document.documentElement, 'scrollHeight', 'get')
    .mockImplementation(() => window.innerHeight + roomPx);
});

/** Calls that finish on request. */
function calls() {
  const ends: (() => void)[] = [];
  const onNear = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { onNear, end: () => act(async () => ends.shift()?.()) };
}

const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame += 1) await act(painted);
};

const hook = (onNear: () => Promise<unknown>, enabled = true, waitMs = 0) =>
  renderHook((props) => usePageEnd({ withinPx: 100, waitMs, onNear, ...props }), { initialProps: { enabled } });

test('the callback runs while the end is near, but never before the last call was painted', async () => {
  const { onNear, end } = calls();
  hook(onNear);
  expect(onNear).not.toHaveBeenCalled();
  await waitFor(() => expect(onNear).toHaveBeenCalledTimes(1));
  act(() => void window.dispatchEvent(new Event('scroll')));
  await frames(3);
  expect(onNear).toHaveBeenCalledTimes(1);
  await end();
  expect(onNear).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(onNear).toHaveBeenCalledTimes(2));
  roomPx = 101;
  await end();
  await frames(3);
  expect(onNear).toHaveBeenCalledTimes(2);
});

test('the callback runs after a delay when the end comes near', async () => {
  roomPx = 101;
  const { onNear } = calls();
  hook(onNear, true, 20);
  await frames(3);
  expect(onNear).not.toHaveBeenCalled();
  roomPx = 100;
  act(() => void window.dispatchEvent(new Event('scroll')));
  await waitFor(() => expect(onNear).toHaveBeenCalledTimes(1));
});

test('the callback doesn’t run if the end is no longer near', async () => {
  const { onNear } = calls();
  height.mockImplementationOnce(() => window.innerHeight);
  roomPx = 101;
  hook(onNear, true, 20);
  await waitFor(() => expect(height).toHaveBeenCalledTimes(2));
  await frames(3);
  expect(onNear).not.toHaveBeenCalled();
});

test('the callback doesn’t run while disabled, and runs at once when enabled', async () => {
  const { onNear } = calls();
  const { rerender, unmount } = hook(onNear, false);
  await frames(3);
  expect(onNear).not.toHaveBeenCalled();
  rerender({ enabled: true });
  await waitFor(() => expect(onNear).toHaveBeenCalledTimes(1));
  unmount();
  await frames(3);
  expect(onNear).toHaveBeenCalledTimes(1);
});
