import * as v from 'valibot';
import { adminSessionSchema, type BrandSession, brandSessionSchema } from '#contract/auth.ts';
import { storedKey } from './stored-key.ts';

const keys = ['brandId', 'adminUserId', 'accessToken', 'refreshToken', 'accessTokenExpiration'] as const;

const sessionSchema = v.union([brandSessionSchema, adminSessionSchema]);
export type Session = v.InferOutput<typeof sessionSchema>;

export const isBrandSession = (session: Session | null): session is BrandSession =>
  session !== null && 'brandId' in session;

const { subscribe, tell } = storedKey(...keys);
/** Calls back when the session changes, in this tab or another; returns how to stop. */
export const onSessionChange = subscribe;

const ownerOf = (session: Session): string => (isBrandSession(session) ? session.brandId : session.adminUserId);

/** The owner of this page's session, and if the page ended it itself; null where nobody asks. */
let held: { owner: string | null; hasEnded: boolean } | null = null;

const readStored = () =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );

/**
 * The session in local storage, whole or not at all: it exists only when both tokens, the expiry and whose it is are all
 * stored. Another tab writes one key after the other, the access token last, so what is the same before and behind is whole.
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
  // Until all of another's is there, nobody's is.
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

/** From here on this page is of whoever is logged in now: until this very page logs somebody in or out. */
export function holdSession(): void {
  const session = readSession();
  held = { owner: session && ownerOf(session), hasEnded: false };
}

/** True if somebody else is logged in by now than this page is of, or nobody is. */
export function isOfAnother(): boolean {
  const session = readSession();
  return held !== null && (session && ownerOf(session)) !== held.owner;
}

/** True if the session that this page had is over, ended here or elsewhere: it is about to be replaced by the login. */
export const isLeft = (): boolean => held?.hasEnded === true || isOfAnother();

/** Stores a pair that another tab or the worker got, unless the stored one is as new, or somebody else's. */
export function writeNewerSession(session: BrandSession): void {
  const own = readSession();
  if (!isBrandSession(own) || own.brandId !== session.brandId) return;
  if (Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration)) writeSession(session);
}

export function clearSession(): void {
  localStorage.removeItem('accessToken');
  for (const key of keys) localStorage.removeItem(key);
  if (held) held = { owner: null, hasEnded: true };
  tell();
}
