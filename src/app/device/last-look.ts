import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import type { LastVisit } from '#domain/review/last-look.ts';
import { parseOfBrand } from '../storage/stored-of-brand.ts';

const key = 'afield-last-look';

const lookSchema = v.object({ at: v.number(), day: v.pipe(v.string(), v.isoDate()), views: v.nullable(v.number()) });
const storedSchema = v.object({ brandId: v.string(), left: lookSchema, since: v.nullable(lookSchema) });

/** The brand's last visit to the inbox on this device. Logging out removes it. */
export function readLastVisit(): LastVisit | null {
  try {
    return parseOfBrand(storedSchema, localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Stores the end of a visit. Does nothing after a logout or if the storage is full. */
export function writeLastVisit({ left, since }: LastVisit): void {
  const session = readSession();
  if (!isBrandSession(session)) return;
  try {
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, left, since }));
  } catch {
    // The storage is full, so the next visit is compared with an earlier one.
  }
}
