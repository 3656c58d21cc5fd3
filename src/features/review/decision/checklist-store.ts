import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session.ts';
import { parseOfBrand } from '#app/stored-of-brand.ts';

const key = 'afield-checklists';
/** The most offers whose checklists are kept; older ones were given up. */
const mostOffers = 20;

const checklistSchema = v.object({
  /** The submission that was looked at. */
  submission: v.string(),
  /** Names of the ticked templates. */
  chosen: v.array(v.string()),
  /** Notes by the names of their templates. */
  notes: v.record(v.string(), v.object({ note: v.string(), at: v.string() })),
  /** True once it was sent: it comes back only for the same submission, where sending was undone. */
  sent: v.boolean(),
});
/** The ticked changes and typed notes of an offer, not sent yet. */
export type Checklist = v.InferOutput<typeof checklistSchema>;

const storedSchema = v.object({ brandId: v.string(), offers: v.record(v.string(), checklistSchema) });

function readAll(): Record<string, Checklist> {
  try {
    return parseOfBrand(storedSchema, localStorage.getItem(key))?.offers ?? {};
  } catch {
    return {};
  }
}

/** The checklist that this brand has left for an offer on this device; null where there is none. Logging out removes it. */
export const readChecklist = (offerId: string): Checklist | null => readAll()[offerId] ?? null;

/** Keeps a checklist, so that a reload or a closed app loses nothing that was typed. */
export function writeChecklist(offerId: string, checklist: Checklist): void {
  const session = readSession();
  if (!isBrandSession(session)) return;
  const { [offerId]: _, ...others } = readAll();
  const offers = Object.fromEntries([...Object.entries(others), [offerId, checklist]].slice(-mostOffers));
  try {
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, offers }));
  } catch {
    // A full or forbidden storage costs the copy, not the form.
  }
}
