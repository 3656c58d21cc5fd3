import * as v from 'valibot';

const key = 'afield-verification-link';
const linkSchema = v.object({ brandId: v.string(), code: v.string() });

/** Parameters of a verification mail's link. */
export type VerificationLink = v.InferOutput<typeof linkSchema>;

/** Keeps a link in this tab that can only be used by its brand's session: the next login goes on with it. */
export function keepLink(link: VerificationLink): void {
  sessionStorage.setItem(key, JSON.stringify(link));
}

export function dropLink(): void {
  sessionStorage.removeItem(key);
}

/** The link that was kept, once; null if there is none. */
export function takeLink(): VerificationLink | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), linkSchema), sessionStorage.getItem(key));
  dropLink();
  return kept.success ? kept.output : null;
}
