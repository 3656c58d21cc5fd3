import { createListeners } from '#domain/shared/listeners.ts';

/** An observable value. `useStore` reads one in a component. */
export interface Readable<Value> {
  read: () => Value;
  /** Calls back after each change; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
}

export interface Store<Value> extends Readable<Value> {
  /** Sets the value and notifies subscribers, unless it is the same by `Object.is`. */
  write: (next: Value) => void;
}

/**
 * Holds one value outside of React, for all of its observers.
 *
 * @param watch called before the first listener is added; returns the cleanup for when the last one is removed
 * @example
 * const update = createStore<'waiting' | null>(null);
 * update.write('waiting');
 * const current = useStore(update);
 */
export function createStore<Value>(initial: Value, watch?: () => undefined | (() => void)): Store<Value> {
  const { subscribe, emit, isEmpty } = createListeners();
  let value = initial;
  let unwatch: undefined | (() => void);
  return {
    read: () => value,
    write: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      emit();
    },
    subscribe: (listener) => {
      if (isEmpty()) unwatch = watch?.();
      const stop = subscribe(listener);
      return () => {
        stop();
        if (!isEmpty()) return;
        unwatch?.();
        unwatch = undefined;
      };
    },
  };
}
