/**
 * Gives the same parts, and has the next one made while one is worked on: a file is read while the database stores what was
 * read before. The first one is not begun before it is asked for.
 */
export async function* readAhead<T>(parts: AsyncGenerator<T>): AsyncGenerator<T, void> {
  try {
    let coming = parts.next();
    for (;;) {
      const part = await coming;
      if (part.done) return;
      coming = parts.next();
      // Told when it is its turn; until then nobody may be listening.
      coming.catch(() => {});
      yield part.value;
    }
  } finally {
    await parts.return(undefined);
  }
}
