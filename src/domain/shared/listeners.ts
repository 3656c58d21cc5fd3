/** Listeners of one event, called in order of subscription. */
export interface Listeners<Args extends unknown[] = []> {
  /** Adds a listener and returns its unsubscribe function, as React's `useSyncExternalStore` expects. */
  subscribe: (listener: (...args: Args) => void) => () => void;
  /**
   * Calls all current listeners. Listeners that are added, removed or throw during the call don't affect the others. Rethrows the
   * first error.
   */
  emit: (...args: Args) => void;
  isEmpty: () => boolean;
}

export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const all = new Set<(...args: Args) => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    emit: (...args) => {
      let failed: { error: unknown } | undefined;
      for (const listener of [...all]) {
        try {
          listener(...args);
        } catch (error) {
          failed ??= { error };
        }
      }
      if (failed) throw failed.error;
    },
    isEmpty: () => all.size === 0,
  };
}
