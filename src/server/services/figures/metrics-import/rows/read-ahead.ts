/**
 * Yields the same parts, and prefetches the next one while the caller works on one: a file is read while the database stores
 * the previous part. The first one is not begun before it is requested.
 */
export async function* readAhead<T>(parts: AsyncGenerator<T>): AsyncGenerator<T, void> {
  try {
    let coming = parts.next();
    for (;;) {
      const part = await coming;
      if (part.done) return;
      coming = parts.next();
      // The failure is reported when the part is read; until then nothing may handle it.
      coming.catch(() => {});
      yield part.value;
    }
  } finally {
    await parts.return(undefined);
  }
}
