import { useEffect } from 'react';
import * as v from 'valibot';
import { readSession } from '#api/session/session.ts';

const key = 'afield-onboarding';

const typedSchema = v.partial(
  v.object({
    description: v.string(),
    brandUrl: v.string(),
    storeLocatorUrl: v.string(),
    tikTokHandle: v.string(),
    youtubeHandle: v.string(),
    instagramHandle: v.string(),
    facebookHandle: v.string(),
    /** Dollars, for the payment step. */
    initialFunding: v.string(),
  }),
);
/** Typed values that may not be saved yet, as they appear in their fields. */
export type TypedValues = v.InferOutput<typeof typedSchema>;

const draftSchema = v.object({ brandId: v.string(), typed: typedSchema });

/** Values typed by this brand on this device. Logging out removes them. */
export function readTypedValues(brandId: string): TypedValues {
  try {
    const { success, output } = v.safeParse(draftSchema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return success && output.brandId === brandId ? output.typed : {};
  } catch {
    return {};
  }
}

function writeTyped(brandId: string, typed: TypedValues): void {
  // A form that unmounts during a logout must not leave anything behind.
  if (readSession() === null) return;
  try {
    localStorage.setItem(key, JSON.stringify({ brandId, typed }));
  } catch {
    // If the storage is full or disabled, only the draft is lost, not the form.
  }
}

/** Stores typed values, so that they survive a reload. */
export function usePersistTyped(brandId: string, typed: TypedValues): void {
  const text = JSON.stringify(typed);
  useEffect(() => {
    writeTyped(brandId, { ...readTypedValues(brandId), ...v.parse(typedSchema, JSON.parse(text)) });
  }, [brandId, text]);
}

/** Deletes values that were saved: the brand now has them, and they may change elsewhere. */
export function dropTyped(brandId: string, fields: readonly string[]): void {
  const rest = Object.entries(readTypedValues(brandId)).filter(([field]) => !fields.includes(field));
  writeTyped(brandId, Object.fromEntries(rest));
}
