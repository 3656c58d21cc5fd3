import * as v from 'valibot';

const key = 'afield-left-behind';

const parts = ['copy', 'queue', 'media', 'drafts'] as const;
/** Stores that a logout clears besides local storage. */
export type DevicePart = (typeof parts)[number];

const schema = v.object({ brandId: v.nullable(v.string()), parts: v.array(v.picklist(parts)) });
/** Stores that a logout couldn't clear. Empty if that's unknown, for example because the page was closed midway. */
export type RemainingData = v.InferOutput<typeof schema>;

/** A logout must keep this key, since it records what the logout left behind. */
export const remainingDataKey = key;

export function readRemainingData(): RemainingData | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

export function writeRemainingData(left: RemainingData | null): void {
  if (left === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(left));
}
