import { isNamed } from './storage-errors.ts';

/** Aborts a transaction, unless it is over already or on its way to the disk. */
export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Too late: it ends as it will.
  }
}

interface Transaction {
  readonly done: Promise<void>;
  readonly error: DOMException | null;
  abort(): void;
}

/**
 * Waits for a transaction's work and then for its end. Where the work fails the transaction is aborted: half of it would be
 * worse than none. The cause is told, such as a full disk, and not the abort that followed from it, which idb has first.
 */
export async function committed<T>(transaction: Transaction, working: Promise<T>): Promise<T> {
  transaction.done.catch(() => undefined);
  try {
    const result = await working;
    await transaction.done;
    return result;
  } catch (error) {
    abort(transaction);
    throw isNamed(error, 'AbortError') ? (transaction.error ?? error) : error;
  }
}
