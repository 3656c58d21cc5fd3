import { domainToUnicode } from 'node:url';
import { asciiEmail } from '#contract/account/email.ts';

/** Normalizes an email to the form in which it is stored: lowercase, with an ASCII domain. */
export const emailKey = (text: string): string => (asciiEmail(text.trim()) ?? text.trim()).toLowerCase();

/** Formats a stored email for display, with its domain in the original script. */
export function readableEmail(stored: string): string {
  const at = stored.lastIndexOf('@') + 1;
  // Node returns an empty string for an invalid domain.
  return stored.slice(0, at) + (domainToUnicode(stored.slice(at)) || stored.slice(at));
}
