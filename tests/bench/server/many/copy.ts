import type { Changes } from '#contract/calls/changes.ts';

interface Stored {
  json: string;
  /** By the server's clock, in ms; null if the record has none. */
  updatedAt: number | null;
  storedAt: number;
  /** Sequence number of the write within this phone's data. */
  write: number;
}

/**
 * Time for which a record that is older by the server's clock is assumed to come from a replica; same as in the worker.
 */
const replicaLagMs = 60_000;

type Kind = 'brand' | 'campaign' | 'offer' | 'payment' | 'post';
interface Record_ {
  id: string;
}

/** A phone's data in memory, with the precedence rules of `sw/copy/copy-write.ts`. */
export class Copy {
  readonly #records = new Map<string, Stored>();
  #writes = 0;
  /** Sequence number of the last response outside the feed that no later page has confirmed, or null. */
  #answered: number | null = null;

  /** Marks the time at which a request is sent. */
  begin(): number {
    return this.#writes;
  }

  /** True if the data may be ahead of its cursor, like `answeredAt` in the worker's sync row. */
  get isAhead(): boolean {
    return this.#answered !== null;
  }

  /** Records a feed's last page. @param begun as returned by `begin` before the request */
  confirm(begun: number): void {
    if (this.#answered !== null && this.#answered <= begun) this.#answered = null;
  }

  /** Stores a response from outside the feed. @returns false if a stored record may be newer */
  put(kind: Kind, record: Record_, options: { begun: number | null }): boolean {
    const isStored = this.#put(kind, record, options);
    this.#answered = this.#writes;
    return isStored;
  }

  #put(
    kind: Kind,
    record: Record_,
    { begun, startsOver = false }: { begun: number | null; startsOver?: boolean },
  ): boolean {
    const key = `${kind} ${record.id}`;
    const json = canonical(record);
    const { updatedAt } = record as { updatedAt?: unknown };
    const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : null;
    const stored = this.#records.get(key);
    const aheadMs = at === null || stored?.updatedAt == null ? 0 : at - stored.updatedAt;
    const isAgeUnknown = begun === null || (stored !== undefined && stored.write > begun);
    const isFresh = stored !== undefined && Date.now() - stored.storedAt < replicaLagMs;
    const isOlder = isAgeUnknown ? stored !== undefined && aheadMs <= 0 : aheadMs < 0 && isFresh;
    if (!startsOver && kind !== 'brand' && isOlder) return stored?.json === json;
    this.#writes += 1;
    this.#records.set(key, { json, updatedAt: at, storedAt: Date.now(), write: this.#writes });
    return true;
  }

  /** Stores a page of the feed. @returns false if a record was skipped, so that the page must be requested again */
  apply(page: Changes, options: { begun: number; startsOver: boolean }): boolean {
    const all = recordsOf(page).map(([kind, record]) => this.#put(kind, record, options));
    for (const { kind, id } of page.removed) this.#records.delete(`${kind} ${id}`);
    return all.every(Boolean);
  }

  /** Removes records that a complete download doesn't contain. */
  pruneTo(keys: ReadonlySet<string>): void {
    for (const key of this.#records.keys()) if (!keys.has(key)) this.#records.delete(key);
  }

  get<T>(kind: Kind, id: string): T | null {
    const stored = this.#records.get(`${kind} ${id}`);
    return stored === undefined ? null : (JSON.parse(stored.json) as T);
  }

  /** Keys of records that differ from the other phone data. */
  differences(other: Copy): string[] {
    const keys = new Set([...this.#records.keys(), ...other.#records.keys()]);
    return [...keys].filter((key) => this.#records.get(key)?.json !== other.#records.get(key)?.json);
  }
}

/** Keys of a page's records. */
export const keysOf = (page: Changes): string[] => recordsOf(page).map(([kind, { id }]) => `${kind} ${id}`);

function recordsOf({ brand, campaigns, offers, payments, posts }: Changes): [Kind, Record_][] {
  const of = (kind: Kind, records: readonly Record_[]) => records.map((record): [Kind, Record_] => [kind, record]);
  return [
    ...(brand === null ? [] : of('brand', [{ ...brand, id: '' }])),
    ...of('campaign', campaigns),
    ...of('offer', offers),
    ...of('payment', payments),
    ...of('post', posts),
  ];
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
