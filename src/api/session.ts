import * as v from 'valibot';
import { adminSessionSchema, type BrandSession, brandSessionSchema } from '#contract/auth.ts';
import { storedKey } from './stored-key.ts';

const keys = ['brandId', 'adminUserId', 'accessToken', 'refreshToken', 'accessTokenExpiration'] as const;

const sessionSchema = v.union([brandSessionSchema, adminSessionSchema]);
export type Session = v.InferOutput<typeof sessionSchema>;

export const isBrandSession = (session: Session | null): session is BrandSession =>
  session !== null && 'brandId' in session;

const { subscribe, tell } = storedKey(...keys);
/** Subscribes to changes of the session, in this tab or another; returns the unsubscribe function. */
export const onSessionChange = subscribe;

const ownerOf = (session: Session): string => (isBrandSession(session) ? session.brandId : session.adminUserId);

/** Owner of this page's session, and whether the page ended it; null before {@link holdSession}. */
let held: { owner: string | null; hasEnded: boolean } | null = null;

const readStored = () =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );

/**
 * The session in local storage; null unless both tokens, the expiry and the owner are stored. Another tab writes one key after
 * the other, the access token last: if that is the same before and after the read, the rest is whole.
 */
export function readSession(): Session | null {
  const { accessToken } = readStored();
  const stored = readStored();
  const parsed = v.safeParse(sessionSchema, stored);
  return parsed.success && stored.accessToken === accessToken ? parsed.output : null;
}

/** Stores a session in place of any other. */
export function writeSession(session: Session): void {
  const before = localStorage.getItem('brandId') ?? localStorage.getItem('adminUserId');
  // Removing the access token first hides a half-written session.
  if (before !== ownerOf(session)) localStorage.removeItem('accessToken');
  for (const key of keys) {
    if (key === 'accessToken') continue;
    const value = (session as Partial<Record<(typeof keys)[number], string>>)[key];
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  localStorage.setItem('accessToken', session.accessToken);
  if (held) held = { owner: ownerOf(session), hasEnded: false };
  tell();
}

/** Binds this page to the brand that is logged in now, until this page itself logs in or out. */
export function holdSession(): void {
  const session = readSession();
  held = { owner: session && ownerOf(session), hasEnded: false };
}

/** True if this page's owner is not the one who is logged in any more. */
export function isOfAnother(): boolean {
  const session = readSession();
  return held !== null && (session && ownerOf(session)) !== held.owner;
}

/** True if this page's session was ended, here or elsewhere: the login is about to replace the page. */
export const isLeft = (): boolean => held?.hasEnded === true || isOfAnother();

/**
 * Stores tokens that the worker got, if they replaced the stored ones. An expiry doesn't tell which pair is newer: the server's clock
 * may have been set back.
 * @param replaced the access tokens before; without them, from a worker of an older version, the expiry has to do
 */
export function writeNewerSession(session: BrandSession, replaced?: readonly string[]): void {
  const own = readSession();
  if (!isBrandSession(own) || own.brandId !== session.brandId) return;
  const expiresLater = Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration);
  if (replaced?.includes(own.accessToken) ?? expiresLater) writeSession(session);
}

export function clearSession(): void {
  localStorage.removeItem('accessToken');
  for (const key of keys) localStorage.removeItem(key);
  if (held) held = { owner: null, hasEnded: true };
  tell();
}
