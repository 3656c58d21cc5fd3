import * as v from 'valibot';
import { isBrandSession, readSession } from '#api/session/session.ts';
import { parseOfBrand } from '#app/storage/stored-of-brand.ts';

const key = 'afield-checklists';
/** Maximum number of offers with a stored checklist; older ones are dropped. */
const maxOffers = 20;

const remarkSchema = v.object({
  id: v.string(),
  /** The template that the remark refers to; null if it refers to none. */
  template: v.nullable(v.string()),
  text: v.string(),
  /** The remark's time in the draft as typed or set, such as "0:12"; empty for none. */
  at: v.string(),
});
/** A remark as typed so far. */
export type TypedRemark = v.InferOutput<typeof remarkSchema>;

/** Versions up to 0.2.0 stored one note per template. */
const notesSchema = v.record(v.string(), v.object({ note: v.string(), at: v.string() }));

const fromNotes = (notes: v.InferOutput<typeof notesSchema>): TypedRemark[] =>
  Object.entries(notes)
    .filter(([, { note, at }]) => note !== '' || at !== '')
    .map(([template, { note, at }]) => ({ id: `note-${template}`, template, text: note, at }));

const checklistSchema = v.pipe(
  v.object({
    /** The submission that the brand saw. */
    submission: v.string(),
    /** Names of the ticked templates. */
    chosen: v.array(v.string()),
    notes: v.optional(notesSchema, {}),
    remarks: v.optional(v.array(remarkSchema)),
    /** True once the checklist was sent. It's then restored only for the same submission, if sending was undone. */
    sent: v.boolean(),
  }),
  v.transform(({ notes, remarks = fromNotes(notes), ...checklist }) => ({ ...checklist, remarks })),
);
/** The ticked changes and typed remarks of an offer that aren't sent yet. */
export type Checklist = v.InferOutput<typeof checklistSchema>;

const storedSchema = v.object({ brandId: v.string(), offers: v.record(v.string(), checklistSchema) });

function readAll(): Record<string, Checklist> {
  try {
    return parseOfBrand(storedSchema, localStorage.getItem(key))?.offers ?? {};
  } catch {
    return {};
  }
}

/** The checklist that this brand left for an offer on this device; null if there is none. Logging out removes it. */
export const readChecklist = (offerId: string): Checklist | null => readAll()[offerId] ?? null;

/** Stores a checklist, so that a reload or closing the app loses no input. */
export function writeChecklist(offerId: string, checklist: Checklist): void {
  const session = readSession();
  if (!isBrandSession(session)) return;
  const { [offerId]: _, ...others } = readAll();
  const offers = Object.fromEntries([...Object.entries(others), [offerId, checklist]].slice(-maxOffers));
  try {
    localStorage.setItem(key, JSON.stringify({ brandId: session.brandId, offers }));
  } catch {
    // If the storage is full or disabled, only the stored copy is lost, not the form.
  }
}
