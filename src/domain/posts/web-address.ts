import { parseUrl } from './parse-url.ts';

/** Strips the scheme from a typed or pasted URL, since `https://` is shown before the field. */
export const withoutScheme = (typed: string): string => typed.replace(/^\s*(https?:\/\/)+/i, '');

/** The URL as stored; null if empty. */
export function toStoredAddress(typed: string): string | null {
  const rest = withoutScheme(typed).trim();
  return rest === '' ? null : `https://${rest}`;
}

/** True if a URL leads to a public site. */
export function isWebAddress(typed: string): boolean {
  const url = parseUrl(toStoredAddress(typed) ?? '');
  return url !== null && /[^.]\.[^.]/.test(url.hostname);
}
