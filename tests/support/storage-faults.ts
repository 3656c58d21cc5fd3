import { IDBFactory, IDBVersionChangeEvent } from 'fake-indexeddb';

/**
 * What is wrong with a database.
 * `hang`: neither opens nor transactions are answered. `blocked`: opens aren't, handles that are open work on. `newer`:
 * another version of the app has raised the format. `refused`: the browser forbids it, as in some private windows.
 * `full`: what is written fails with a QuotaExceededError and aborts its transaction; deletes pass.
 */
export type StorageFault = 'hang' | 'blocked' | 'newer' | 'refused' | 'full';

export interface StorageFaults {
  /** Gives a database a fault, from the next open, transaction or write on; null takes it away, and what hung goes on. */
  set(database: string, fault: StorageFault | null): void;
  /** Whether the disk is full just now, for databases that are; by default it always is. */
  isFull: () => boolean;
}

/** As much of fake-indexeddb's inside as faults need; its version is pinned. */
interface RawStore {
  storeRecord(record: unknown, noOverwrite: boolean, rollbackLog?: unknown[]): unknown;
}
interface RawDatabase {
  name: string;
  version: number;
  rawObjectStores: Map<string, RawStore>;
  connections: (EventTarget & { _closed: boolean })[];
  processTransactions(): void;
}
interface Inside {
  _databases: Map<string, RawDatabase>;
  _connectionQueues: Map<string, Promise<unknown>>;
}

/** How much newer the format of a `newer` database is. */
const ahead = 1000;

/** An IndexedDB of its own whose databases can be given faults by name. */
export function createFaultyStorage(): { factory: IDBFactory; faults: StorageFaults } {
  const current = new Map<string, StorageFault>();
  const gates = new Map<string, () => void>();
  const closes = new Map<string, (() => void)[]>();
  const is = (name: string, ...faults: StorageFault[]) => faults.some((fault) => current.get(name) === fault);
  const faults: StorageFaults = { set, isFull: () => true };

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
    raw.processTransactions = () => {
      if (!is(raw.name, 'hang')) process();
    };
    const stores = raw.rawObjectStores;
    const add = stores.set.bind(stores);
    stores.set = (name, store) => {
      const storeRecord = store.storeRecord.bind(store);
      store.storeRecord = (record, noOverwrite, rollbackLog) => {
        // What an abort restores was there before.
        if (rollbackLog !== undefined && is(raw.name, 'full') && faults.isFull()) {
          throw new DOMException('The disk is full', 'QuotaExceededError');
        }
        return storeRecord(record, noOverwrite, rollbackLog);
      };
      return add(name, store);
    };
  }

  /** While transactions hang, fake-indexeddb would look again without end whether they are over. */
  function closeLater(database: IDBDatabase): void {
    const close = database.close.bind(database);
    database.close = () => {
      const { name } = database;
      if (is(name, 'hang')) closes.set(name, [...(closes.get(name) ?? []), close]);
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
    if (!is(name, 'hang')) for (const close of closes.get(name) ?? []) close();
    if (!is(name, 'hang')) closes.delete(name);
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
