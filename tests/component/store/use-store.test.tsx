import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createStore, type Readable } from '#store/create-store.ts';
import { useStore } from '#store/use-store.ts';

function Shown({ store, onRender }: { store: Readable<string>; onRender: (value: string) => void }) {
  const value = useStore(store);
  onRender(value);
  return value;
}

function show() {
  const store = createStore('one');
  const renders: string[] = [];
  return { store, renders, ...render(<Shown store={store} onRender={(value) => renders.push(value)} />) };
}

test('a component renders once per change, and not for an equal value', () => {
  const { store, renders, container } = show();
  act(() => store.write('two'));
  act(() => store.write('two'));
  expect([renders, container.textContent]).toEqual([['one', 'two'], 'two']);
});

test('an unmounted component no longer renders', () => {
  const { store, renders, unmount } = show();
  unmount();
  act(() => store.write('two'));
  expect(renders).toEqual(['one']);
});
