/** Stops everything that a run has started, last first, also after Ctrl-C. */
export function createClosing() {
  const closers: (() => unknown)[] = [];
  let closing: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    for (const close of closers.toReversed()) {
      try {
        await close();
      } catch (error) {
        console.error(error);
      }
    }
  }

  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  const stop = () => void close().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

  return { atEnd: (closer: () => unknown) => void closers.push(closer), close };
}

export type AtEnd = ReturnType<typeof createClosing>['atEnd'];
