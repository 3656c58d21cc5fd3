import * as v from 'valibot';
import { readSession } from '#api/session/session.ts';
import { type Draft, draftSchema } from './draft.ts';

/** The single draft of a new campaign, or a rejected campaign's draft, by its id. */
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
  // A form that unmounts during a logout must not leave anything behind.
  if (readSession() === null) return;
  try {
    localStorage.setItem(keyOf(brandId), JSON.stringify(drafts));
  } catch {
    // If the storage is full or disabled, only the draft is lost, not the form.
  }
}

/** The draft that this brand left on this device; null if there is none. Logging out removes it. */
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
