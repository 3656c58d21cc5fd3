import { expect, test, vi } from 'vitest';
import { createStore } from '#store/create-store.ts';

test('a store notifies once per change, after the new value can be read', () => {
  const store = createStore('one');
  const seen: string[] = [];
  store.subscribe(() => seen.push(store.read()));
  store.write('two');
  store.write('three');
  expect(seen).toEqual(['two', 'three']);
});

test.each([[null], [Number.NaN], [{ step: 'idle' }]])('writing %j again notifies no listener', (value) => {
  const store = createStore<unknown>(value);
  const listener = vi.fn();
  store.subscribe(listener);
  store.write(value);
  expect(listener).not.toHaveBeenCalled();
});

test('an equal object is a different value', () => {
  const store = createStore({ step: 'idle' });
  const listener = vi.fn();
  store.subscribe(listener);
  store.write({ step: 'idle' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('an unsubscribed listener is no longer called', () => {
  const store = createStore(1);
  const [stopped, other] = [vi.fn(), vi.fn()];
  const stop = store.subscribe(stopped);
  store.subscribe(other);
  stop();
  stop();
  store.write(2);
  expect([stopped, other].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

test('listeners that unsubscribe, subscribe or throw during a notification don’t affect the others', () => {
  const store = createStore(1);
  const [late, last] = [vi.fn(), vi.fn()];
  const stop = store.subscribe(() => stop());
  store.subscribe(() => void store.subscribe(late));
  store.subscribe(() => {
    throw new Error('A listener failed.');
  });
  store.subscribe(last);
  expect(() => store.write(2)).toThrow('A listener failed.');
  expect([store.read(), late.mock.calls.length, last.mock.calls.length]).toEqual([2, 0, 1]);
});

test('a listener that writes is notified of its own change, and all end with the last value', () => {
  const store = createStore(1);
  const seen: number[] = [];
  store.subscribe(() => store.write(3));
  store.subscribe(() => seen.push(store.read()));
  store.write(2);
  expect(seen).toEqual([3, 3]);
});

test('the source is watched from the first listener to the last', () => {
  const said: string[] = [];
  const store = createStore(1, () => {
    said.push('watched');
    return () => void said.push('left');
  });
  expect(said).toEqual([]);
  const stops = [store.subscribe(vi.fn()), store.subscribe(vi.fn())];
  stops[0]?.();
  expect(said).toEqual(['watched']);
  for (const stop of stops) stop();
  stops[1]?.();
  store.subscribe(vi.fn());
  expect(said).toEqual(['watched', 'left', 'watched']);
});
