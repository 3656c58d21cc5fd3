/** Shares a resource that requests use up: creates a new one after this many uses. */
export function poolOf<T>(uses: number, make: () => Promise<T>): () => Promise<T> {
  let left = 0;
  let current: Promise<T> | null = null;
  return async () => {
    if (current === null || left === 0) {
      current = make();
      left = uses;
    }
    left -= 1;
    const mine = current;
    try {
      return await mine;
    } catch (error) {
      if (current === mine) current = null;
      throw error;
    }
  };
}
