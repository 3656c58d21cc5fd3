import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { parseOfBrand } from '#app/storage/stored-of-brand.ts';

const key = 'afield-checklists';
/** The most offers whose checklists are kept; older ones were given up. */
const mostOffers = 20;

const remarkSchema = v.object({
  id: v.string(),
  /** The template that it explains; null for a remark on no template. */
  template: v.nullable(v.string()),
  text: v.string(),
  /** The second of the draft as it was typed or pinned, such as "0:12"; empty for none. */
  at: v.string(),
});
/** A remark as it is typed. */
export type TypedRemark = v.InferOutput<typeof remarkSchema>;

/** Up to 0.2.0 there was one note for each template. */
const notesSchema = v.record(v.string(), v.object({ note: v.string(), at: v.string() }));

const fromNotes = (notes: v.InferOutput<typeof notesSchema>): TypedRemark[] =>
  Object.entries(notes)
    .filter(([, { note, at }]) => note !== '' || at !== '')
    .map(([template, { note, at }]) => ({ id: `note-${template}`, template, text: note, at }));

const checklistSchema = v.pipe(
  v.object({
    /** The submission that was looked at. */
    submission: v.string(),
    /** Names of the ticked templates. */
    chosen: v.array(v.string()),
    notes: v.optional(notesSchema, {}),
    remarks: v.optional(v.array(remarkSchema)),
    /** True once it was sent: it comes back only for the same submission, where sending was undone. */
    sent: v.boolean(),
  }),
  v.transform(({ notes, remarks = fromNotes(notes), ...checklist }) => ({ ...checklist, remarks })),
);
/** The ticked changes and typed remarks of an offer, not sent yet. */
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
