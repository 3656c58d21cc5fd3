/** Thrown if the server can't start, or a command can't run. The message is a sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Runs a step; errors of the system or the database become a sentence that begins with `what`. */
export async function withSystemErrorText<T>(what: string, step: () => Promise<T> | T): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    throw new StartError(`${what} can't be used: ${reason}`, { cause: error });
  }
}

/** The system's or the database's message; null for a bug, which should be logged with its stack. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  // Connecting to a name with several addresses fails with one error per address.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9]{4,16}$/.test(error.code)) {
    return error.message.replace(/\s+/g, ' ').slice(0, 300);
  }
  return reasonOf(error.cause);
}
