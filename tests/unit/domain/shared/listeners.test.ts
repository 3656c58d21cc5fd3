import { expect, test, vi } from 'vitest';
import { createListeners } from '#domain/shared/listeners.ts';

test('all are told, in their order, until they stop', () => {
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

test('one that comes while others are told hears the next', () => {
  const { subscribe, emit } = createListeners();
  const late = vi.fn();
  subscribe(() => void subscribe(late));
  emit();
  expect(late).not.toHaveBeenCalled();
  emit();
  expect(late).toHaveBeenCalledTimes(1);
});

test('one that throws keeps none from hearing, and its error reaches the one who told', () => {
  const { subscribe, emit } = createListeners();
  const last = vi.fn();
  subscribe(() => {
    throw new Error('A listener failed.');
  });
  subscribe(last);
  expect(emit).toThrow('A listener failed.');
  expect(last).toHaveBeenCalledTimes(1);
});
