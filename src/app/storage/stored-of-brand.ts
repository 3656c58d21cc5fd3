import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';

/** Parses stored JSON text; null if it doesn't match the schema, or isn't the logged-in brand's. */
export function parseOfBrand<T extends { brandId: string }>(schema: v.GenericSchema<unknown, T>, text: string | null) {
  if (text === null) return null;
  try {
    const stored = v.parse(schema, JSON.parse(text));
    const session = readSession();
    return isBrandSession(session) && session.brandId === stored.brandId ? stored : null;
  } catch {
    return null;
  }
}
