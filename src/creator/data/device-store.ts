import * as v from 'valibot';

/** Fallback if storage is disabled or full: values last until the page is closed. */
const inMemory = new Map<string, string>();

/** Values expire after this time, since a device may be shared. */
const keptMs = 7 * 86_400_000;

const prefix = 'afield.creator.';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

function remove(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled, so nothing was stored there.
  }
}

/** A dated value of one offer, stored on this device. */
export interface DeviceValue<T> {
  read(): T | null;
  write(value: T | null): void;
}

/** A value stored for an offer under a name, and validated on read. */
export function deviceValue<T>(offerId: string, name: string, schema: v.GenericSchema<unknown, T>): DeviceValue<T> {
  const key = `${prefix}${offerId}.${name}`;
  const rowSchema = v.object({ at: v.number(), value: schema });
  return {
    read() {
      const row = rowIn(read(key));
      const found = v.safeParse(rowSchema, row);
      if (found.success && !isOld(found.output.at)) return found.output.value;
      if (row !== null) remove(key);
      return null;
    },
    write(value) {
      if (value === null) remove(key);
      else write(key, JSON.stringify({ at: Date.now(), value }));
    },
  };
}

const isOld = (at: number) => Math.abs(Date.now() - at) > keptMs;

function rowIn(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Deletes expired values of all offers. */
export function dropOldValues(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) {
      const dated = v.safeParse(v.object({ at: v.number() }), rowIn(localStorage.getItem(key)));
      if (!dated.success || isOld(dated.output.at)) remove(key);
    }
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
