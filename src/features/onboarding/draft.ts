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
/** Typed values that may not be saved yet, as they are in their fields. */
export type Typed = v.InferOutput<typeof typedSchema>;

const draftSchema = v.object({ brandId: v.string(), typed: typedSchema });

/** Values that this brand has typed on this device. Logging out removes them. */
export function readTyped(brandId: string): Typed {
  try {
    const { success, output } = v.safeParse(draftSchema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return success && output.brandId === brandId ? output.typed : {};
  } catch {
    return {};
  }
}

function writeTyped(brandId: string, typed: Typed): void {
  // A form that is torn down while logging out must not leave anything behind.
  if (readSession() === null) return;
  try {
    localStorage.setItem(key, JSON.stringify({ brandId, typed }));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

/** Keeps what is typed through a reload. */
export function useKeepTyped(brandId: string, typed: Typed): void {
  const text = JSON.stringify(typed);
  useEffect(() => {
    writeTyped(brandId, { ...readTyped(brandId), ...v.parse(typedSchema, JSON.parse(text)) });
  }, [brandId, text]);
}

/** Forgets saved values: they are the brand's now, and may change elsewhere. */
export function dropTyped(brandId: string, fields: readonly string[]): void {
  const rest = Object.entries(readTyped(brandId)).filter(([field]) => !fields.includes(field));
  writeTyped(brandId, Object.fromEntries(rest));
}
