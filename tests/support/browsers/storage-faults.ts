import { IDBFactory, IDBVersionChangeEvent } from 'fake-indexeddb';

/**
 * Faults of a database.
 * `hang`: neither opens nor transactions get a response.
 * `blocked`: opens get no response, but open handles keep working.
 * `newer`: another version of the app has upgraded the schema.
 * `refused`: the browser forbids it, as in some private windows.
 * `slow`: each transaction starts some seconds late, as on a cold or busy phone.
 * `full`: writes fail with a QuotaExceededError, which aborts their transactions; deletes succeed.
 */
export type StorageFault = 'hang' | 'slow' | 'blocked' | 'newer' | 'refused' | 'full';

export interface StorageFaults {
  /**
   * Gives a database a fault, from the next open, transaction or write on; null removes it, and hanging work continues.
   */
  set(database: string, fault: StorageFault | null): void;
  /** Lets the time pass that a slow transaction takes to begin. */
  slowDown: () => Promise<void>;
  /** True while the disk is full for databases with the fault `full`; always true by default. */
  isFull: () => boolean;
}

/** Internals of fake-indexeddb that faults need, hence its pinned version. */
interface RawStore {
  storeRecord(record: unknown, noOverwrite: boolean, rollbackLog?: unknown[]): unknown;
}
interface RawDatabase {
  name: string;
  version: number;
  rawObjectStores: Map<string, RawStore>;
  connections: (EventTarget & { _closed: boolean })[];
  /** Called with an event when a transaction has ended. */
  processTransactions(ended?: Event): void;
}
interface Inside {
  _databases: Map<string, RawDatabase>;
  _connectionQueues: Map<string, Promise<unknown>>;
}

/** Difference of a `newer` database's version. */
const ahead = 1000;

/** A separate IndexedDB whose databases can be given faults by name. */
export function createFaultyStorage(): { factory: IDBFactory; faults: StorageFaults } {
  const current = new Map<string, StorageFault>();
  const gates = new Map<string, () => void>();
  const closes = new Map<string, (() => void)[]>();
  const is = (name: string, ...faults: StorageFault[]) => faults.some((fault) => current.get(name) === fault);
  const faults: StorageFaults = { set, slowDown: () => Promise.resolve(), isFull: () => true };

  class FaultyFactory extends IDBFactory {
    override open(name: string, version?: number): IDBOpenDBRequest {
      if (is(name, 'refused')) throw new DOMException('Storage is not allowed here', 'SecurityError');
      const request = super.open(name, version);
      request.addEventListener('success', () => closeLater(request.result));
      return request;
    }
  }
  const factory = new FaultyFactory();
  const inside = factory as unknown as Inside;
  const databases = inside._databases;
  const known = databases.set.bind(databases);
  databases.set = (name, raw) => {
    watch(raw);
    return known(name, raw);
  };

  function watch(raw: RawDatabase): void {
    const process = raw.processTransactions;
    raw.processTransactions = (ended) => {
      if (is(raw.name, 'hang')) return;
      if (is(raw.name, 'slow') && ended === undefined) void faults.slowDown().then(() => process());
      else process();
    };
    const stores = raw.rawObjectStores;
    const add = stores.set.bind(stores);
    stores.set = (name, store) => {
      const storeRecord = store.storeRecord.bind(store);
      store.storeRecord = (record, noOverwrite, rollbackLog) => {
        // Only an abort writes without a rollback log: it restores records, which needs no more space.
        if (rollbackLog !== undefined && is(raw.name, 'full') && faults.isFull()) {
          throw new DOMException('The disk is full', 'QuotaExceededError');
        }
        return storeRecord(record, noOverwrite, rollbackLog);
      };
      return add(name, store);
    };
  }

  /** Defers closes while transactions hang or are slow, since fake-indexeddb would poll forever for their end. */
  function closeLater(database: IDBDatabase): void {
    const close = database.close.bind(database);
    database.close = () => {
      const { name } = database;
      if (is(name, 'hang', 'slow')) closes.set(name, [...(closes.get(name) ?? []), close]);
      else close();
    };
  }

  function setNewer(raw: RawDatabase | undefined, by: number): void {
    if (raw === undefined) return;
    const oldVersion = raw.version;
    raw.version += by;
    for (const connection of raw.connections) {
      const event = new IDBVersionChangeEvent('versionchange', { oldVersion, newVersion: raw.version });
      if (by > 0 && !connection._closed) connection.dispatchEvent(event);
    }
  }

  function set(name: string, fault: StorageFault | null): void {
    const raw = databases.get(name);
    if (is(name, 'newer')) setNewer(raw, -ahead);
    gates.get(name)?.();
    gates.delete(name);
    if (fault === null) current.delete(name);
    else current.set(name, fault);
    if (!is(name, 'hang', 'slow')) {
      for (const close of closes.get(name) ?? []) close();
      closes.delete(name);
    }
    raw?.processTransactions();
    if (is(name, 'newer')) setNewer(raw, ahead);
    if (!is(name, 'hang', 'blocked')) return;
    const gate = new Promise<void>((resolve) => gates.set(name, resolve));
    const before = inside._connectionQueues.get(name) ?? Promise.resolve();
    inside._connectionQueues.set(
      name,
      before.then(() => gate),
    );
  }

  return { factory, faults };
}
