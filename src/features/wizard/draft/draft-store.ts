import * as v from 'valibot';
import { readSession } from '#api/session/session.ts';
import { type Draft, draftSchema } from './draft.ts';

/** The one draft of a new campaign, or that of a rejected campaign, by its id. */
export type DraftSlot = 'new' | (string & {});

const keyOf = (brandId: string) => `afield-campaign-drafts-${brandId}`;
const storedSchema = v.record(v.string(), v.unknown());

function readAll(brandId: string): Record<string, unknown> {
  try {
    return v.parse(storedSchema, JSON.parse(localStorage.getItem(keyOf(brandId)) ?? '{}'));
  } catch {
    return {};
  }
}

function writeAll(brandId: string, drafts: Record<string, unknown>): void {
  // A form that is torn down while logging out must not leave anything behind.
  if (readSession() === null) return;
  try {
    localStorage.setItem(keyOf(brandId), JSON.stringify(drafts));
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

/** The draft that this brand has left on this device; null where there is none. Logging out removes it. */
export function readDraft(brandId: string, slot: DraftSlot): Draft | null {
  const { success, output } = v.safeParse(draftSchema, readAll(brandId)[slot]);
  return success ? output : null;
}

export function writeDraft(brandId: string, slot: DraftSlot, draft: Draft): void {
  writeAll(brandId, { ...readAll(brandId), [slot]: draft });
}

export function dropDraft(brandId: string, slot: DraftSlot): void {
  const { [slot]: _, ...others } = readAll(brandId);
  writeAll(brandId, others);
}
