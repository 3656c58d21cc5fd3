/** Listeners of one event, called in order of subscription. */
export interface Listeners<Told extends unknown[] = []> {
  /** Adds a listener and returns its unsubscribe function, as React's `useSyncExternalStore` expects. */
  subscribe: (listener: (...told: Told) => void) => () => void;
  /** Calls all current listeners; one that is added, removed or throws doesn't affect the others. Rethrows the first error. */
  tell: (...told: Told) => void;
  isEmpty: () => boolean;
}

export function createListeners<Told extends unknown[] = []>(): Listeners<Told> {
  const all = new Set<(...told: Told) => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    tell: (...told) => {
      let failed: { error: unknown } | undefined;
      for (const listener of [...all]) {
        try {
          listener(...told);
        } catch (error) {
          failed ??= { error };
        }
      }
      if (failed) throw failed.error;
    },
    isEmpty: () => all.size === 0,
  };
}
