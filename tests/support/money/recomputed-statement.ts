import { csvReader } from '#domain/statements/csv.ts';

/** Columns of a ledger's CSV file: one row per line of each entry, in any order. */
export const ledgerColumns = ['createdAt', 'entryId', 'kind', 'account', 'amountCents'] as const;

/** A month's amounts computed from the ledger's rows alone. */
interface Recomputed {
  openingBalanceCents: number;
  closingBalanceCents: number;
  /** Amounts by entry. */
  amounts: Map<string, number>;
  /** The total of each kind of entry. */
  byKind: Map<string, number>;
}

/**
 * Computes a month's statement from the ledger's CSV file, without any of the statement code, as an accountant
 * comparing the two would.
 * @throws for a file that isn't a ledger
 */
export function recomputedStatement(ledgerCsv: string, month: string): Recomputed {
  const reader = csvReader();
  const [header, ...records] = [...reader.push(ledgerCsv), ...reader.end()];
  if (header?.cells.join() !== ledgerColumns.join()) throw new Error(`Expected the columns ${ledgerColumns.join()}`);
  const found: Recomputed = { openingBalanceCents: 0, closingBalanceCents: 0, amounts: new Map(), byKind: new Map() };
  const add = (sums: Map<string, number>, key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents);
  for (const { cells, line, problem } of records) {
    const [createdAt = '', entryId = '', kind = '', account, amountCents = ''] = cells;
    const cents = Number(amountCents);
    if (problem !== null || !Number.isSafeInteger(cents) || amountCents === '')
      throw new Error(`Line ${line} is wrong`);
    // Times in ISO 8601 and UTC start with their month, and sort as text.
    const madeIn = createdAt.slice(0, 7);
    if (account !== 'available' || madeIn > month) continue;
    found.closingBalanceCents += cents;
    if (madeIn < month) found.openingBalanceCents += cents;
    else {
      add(found.amounts, entryId, cents);
      add(found.byKind, kind, cents);
    }
  }
  return found;
}
