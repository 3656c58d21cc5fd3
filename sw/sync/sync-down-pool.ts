/** Runs at most so many pieces of work at a time, in the order they are given. After one has failed no other starts. */
export function pool(width: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  let failure: { error: unknown } | null = null;
  return async (work) => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      if (failure !== null) throw failure.error;
      return await work();
    } catch (error) {
      failure ??= { error };
      throw error;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
