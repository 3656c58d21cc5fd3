import { expect, test, vi } from 'vitest';
import { createListeners } from '#domain/shared/listeners.ts';

test('listeners are notified in order until they unsubscribe', () => {
  const { subscribe, emit, isEmpty } = createListeners<[word: string]>();
  const said: string[] = [];
  expect(isEmpty()).toBe(true);
  const stop = subscribe((word) => said.push(`first ${word}`));
  subscribe((word) => said.push(`second ${word}`));
  emit('one');
  stop();
  emit('two');
  expect(said).toEqual(['first one', 'second one', 'second two']);
  expect(isEmpty()).toBe(false);
});

test('a listener added during a notification gets the next one', () => {
  const { subscribe, emit } = createListeners();
  const late = vi.fn();
  subscribe(() => void subscribe(late));
  emit();
  expect(late).not.toHaveBeenCalled();
  emit();
  expect(late).toHaveBeenCalledTimes(1);
});

test('a throwing listener doesn’t stop the others, and its error reaches the notifier', () => {
  const { subscribe, emit } = createListeners();
  const last = vi.fn();
  subscribe(() => {
    throw new Error('A listener failed.');
  });
  subscribe(last);
  expect(emit).toThrow('A listener failed.');
  expect(last).toHaveBeenCalledTimes(1);
});
