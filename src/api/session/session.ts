import * as v from 'valibot';
import { adminSessionSchema, type BrandSession, brandSessionSchema } from '#contract/account/auth.ts';
import type { PageMessage } from '#contract/worker/worker-message.ts';
import { expiresLater, hasReplaced, type KnownPair, lineageAfter, pairIdOf } from '#domain/accounts/session-pair.ts';
import { storedKey } from './stored-key.ts';

const keys = ['brandId', 'adminUserId', 'accessToken', 'refreshToken', 'accessTokenExpiration'] as const;

/** Ids of the stored token pair and of the pairs it replaced, newest first. */
const lineageKey = 'afield-session-pairs';

const sessionSchema = v.union([brandSessionSchema, adminSessionSchema]);
export type Session = v.InferOutput<typeof sessionSchema>;

export const isBrandSession = (session: Session | null): session is BrandSession =>
  session !== null && 'brandId' in session;

const { subscribe, emit } = storedKey(...keys);
/** Subscribes to session changes in this tab or another; returns the unsubscribe function. */
export const onSessionChange = subscribe;

const ownerOf = (session: Session): string => (isBrandSession(session) ? session.brandId : session.adminUserId);

/** Owner of this page's session, and whether the page ended it; null before {@link bindPageToSession}. */
let pageOwner: { owner: string | null; hasEnded: boolean } | null = null;

const readStored = () =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );

/**
 * The session in local storage; null unless both tokens, the expiry and the owner are stored. Another tab writes the
 * keys one by one, the access token last. If that token is the same before and after the read, the other values are
 * consistent.
 */
export function readSession(): Session | null {
  const { accessToken } = readStored();
  const stored = readStored();
  const parsed = v.safeParse(sessionSchema, stored);
  return parsed.success && stored.accessToken === accessToken ? parsed.output : null;
}

/** Ids of the token pairs that the stored one replaced; empty while another tab is storing a different pair. */
function readLineage(session: Session): string[] {
  const [own, ...before] = localStorage.getItem(lineageKey)?.split(' ') ?? [];
  return own === pairIdOf(session) ? before : [];
}

function readPair(): KnownPair | null {
  const session = readSession();
  return isBrandSession(session) ? { session, lineage: readLineage(session) } : null;
}

/** The stored session, as a message to the worker. */
export function sessionMessage(): Extract<PageMessage, { type: 'session' }> {
  const pair = readPair();
  return pair === null
    ? { type: 'session', session: null }
    : { type: 'session', session: pair.session, lineage: [...(pair.lineage ?? [])] };
}

/** Stores a session, replacing any other. */
export function writeSession(session: Session, lineage: readonly string[] = []): void {
  const pair = readPair();
  const isSuccessor = isBrandSession(session) && pair?.session.brandId === session.brandId;
  const replaced = isSuccessor ? lineageAfter(pair, { session, lineage }) : lineage;
  const before = localStorage.getItem('brandId') ?? localStorage.getItem('adminUserId');
  // Remove the access token first, which hides a half-written session.
  if (before !== ownerOf(session)) localStorage.removeItem('accessToken');
  const values: Partial<Record<(typeof keys)[number], string>> = session;
  for (const key of keys) {
    if (key === 'accessToken') continue;
    const value = values[key];
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  localStorage.setItem(lineageKey, [pairIdOf(session), ...replaced].join(' '));
  localStorage.setItem('accessToken', session.accessToken);
  if (pageOwner) pageOwner = { owner: ownerOf(session), hasEnded: false };
  emit();
}

/** Binds this page to the currently logged-in brand, until this page itself logs in or out. */
export function bindPageToSession(): void {
  const session = readSession();
  pageOwner = { owner: session && ownerOf(session), hasEnded: false };
}

/** True if the stored session no longer belongs to this page's owner. */
export function isOtherOwnersSession(): boolean {
  const session = readSession();
  return pageOwner !== null && (session && ownerOf(session)) !== pageOwner.owner;
}

/** True if this page's session has ended, here or elsewhere: the login is about to replace the page. */
export const hasPageSessionEnded = (): boolean => pageOwner?.hasEnded === true || isOtherOwnersSession();

/** Stores the worker's tokens if they succeed the stored ones. */
export function writeNewerSession(given: KnownPair): void {
  const own = readPair();
  if (own === null || own.session.brandId !== given.session.brandId) return;
  const { session, replaced, lineage } = given;
  // An older version of the worker may not say which pairs its tokens replaced.
  const isOrdered = replaced !== undefined || lineage !== undefined;
  if (hasReplaced(own, given) ?? (!isOrdered && expiresLater(session, own.session))) writeSession(session, lineage);
}

export function clearSession(): void {
  localStorage.removeItem('accessToken');
  for (const key of [...keys, lineageKey]) localStorage.removeItem(key);
  if (pageOwner) pageOwner = { owner: null, hasEnded: true };
  emit();
}
