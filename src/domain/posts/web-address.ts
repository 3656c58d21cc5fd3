import { parseUrl } from './parse-url.ts';

/** Strips the scheme of a typed or pasted address: the `https://` is shown before the field. */
export const withoutScheme = (typed: string): string => typed.replace(/^\s*(https?:\/\/)+/i, '');

/** The address as it is stored; null for nothing. */
export function storedAddress(typed: string): string | null {
  const rest = withoutScheme(typed).trim();
  return rest === '' ? null : `https://${rest}`;
}

/** True if an address leads to a site that others can open. */
export function isWebAddress(typed: string): boolean {
  const url = parseUrl(storedAddress(typed) ?? '');
  return url !== null && /[^.]\.[^.]/.test(url.hostname);
}
