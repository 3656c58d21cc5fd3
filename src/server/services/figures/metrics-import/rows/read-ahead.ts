/**
 * Yields the same parts, but prefetches the next one while the caller processes the current one. So a file is read
 * while the database stores the previous part. The first part is read only on request.
 */
export async function* readAhead<T>(parts: AsyncGenerator<T>): AsyncGenerator<T, void> {
  try {
    let coming = parts.next();
    for (;;) {
      const part = await coming;
      if (part.done) return;
      coming = parts.next();
      // A failure is reported when the part is read; until then it must not count as unhandled.
      coming.catch(() => {});
      yield part.value;
    }
  } finally {
    await parts.return(undefined);
  }
}
