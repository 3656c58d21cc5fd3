/** Aborts a transaction, unless it is over already or on its way to the disk. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Too late: it ends as it will.
  }
}
