import * as v from 'valibot';
import { adminSessionSchema, type BrandSession, brandSessionSchema } from '../contract/auth.ts';

const keys = ['brandId', 'adminUserId', 'accessToken', 'refreshToken', 'accessTokenExpiration'] as const;

const sessionSchema = v.union([brandSessionSchema, adminSessionSchema]);
export type Session = v.InferOutput<typeof sessionSchema>;

export const isBrandSession = (session: Session | null): session is BrandSession =>
  session !== null && 'brandId' in session;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** The session in local storage; it exists only when both tokens, the expiry and whose it is are all stored. */
export function readSession(): Session | null {
  const stored = Object.fromEntries(
    keys.flatMap((key) => {
      const value = localStorage.getItem(key);
      return value === null ? [] : [[key, value]];
    }),
  );
  const parsed = v.safeParse(sessionSchema, stored);
  return parsed.success ? parsed.output : null;
}

/** Stores a session in place of any other. */
export function writeSession(session: Session): void {
  for (const key of keys) {
    const value = (session as Partial<Record<(typeof keys)[number], string>>)[key];
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  }
  tell();
}

/** Stores a pair that another tab or the worker got, unless the stored one is as new, or somebody else's. */
export function writeNewerSession(session: BrandSession): void {
  const own = readSession();
  if (!isBrandSession(own) || own.brandId !== session.brandId) return;
  if (Date.parse(session.accessTokenExpiration) > Date.parse(own.accessTokenExpiration)) writeSession(session);
}

export function clearSession(): void {
  for (const key of keys) localStorage.removeItem(key);
  tell();
}

/** Calls back when the session changes, in this tab or another; returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === null || (keys as readonly string[]).includes(event.key)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
}
