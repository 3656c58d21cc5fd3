/** Those who want to hear of something, in the order in which they came. */
export interface Listeners<Told extends unknown[] = []> {
  /** Adds one; returns how to stop. In the form that React's `useSyncExternalStore` takes. */
  subscribe: (listener: (...told: Told) => void) => () => void;
  /** Tells all that are there; one that comes, goes or throws meanwhile changes nothing. Then the first error is thrown. */
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
