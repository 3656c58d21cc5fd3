import * as v from 'valibot';

const key = 'afield-verification-link';
const linkSchema = v.object({ brandId: v.string(), code: v.string() });

/** Parameters in the link of a verification email. */
export type VerificationLink = v.InferOutput<typeof linkSchema>;

/** Stores a link that needs its brand's session in this tab; the next login resumes with it. */
export function storeLink(link: VerificationLink): void {
  sessionStorage.setItem(key, JSON.stringify(link));
}

export function dropLink(): void {
  sessionStorage.removeItem(key);
}

/** Returns the stored link and deletes it; null if there is none. */
export function consumeLink(): VerificationLink | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), linkSchema), sessionStorage.getItem(key));
  dropLink();
  return kept.success ? kept.output : null;
}
