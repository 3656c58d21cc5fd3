import * as v from 'valibot';

const key = 'afield-left-behind';

const parts = ['copy', 'queue', 'media', 'drafts'] as const;
/** Parts of the device that a logout clears besides local storage. */
export type DevicePart = (typeof parts)[number];

const schema = v.object({ brandId: v.nullable(v.string()), parts: v.array(v.picklist(parts)) });
/** Parts that a logout could not clear; none while it is not known yet, as where its page was closed. */
export type LeftBehind = v.InferOutput<typeof schema>;

/** Keys that a logout keeps: this one is about what it left. */
export const leftBehindKey = key;

export function readLeftBehind(): LeftBehind | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeLeftBehind(left: LeftBehind | null): void {
  if (left === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(left));
}
