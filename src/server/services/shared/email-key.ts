import { domainToUnicode } from 'node:url';
import { asciiEmail } from '#contract/account/email.ts';

/** The spelling under which an email is stored, for a text that names one: any case, and any spelling of its domain. */
export const emailKey = (text: string): string => (asciiEmail(text.trim()) ?? text.trim()).toLowerCase();

/** A stored email as people read it: its domain in its own script. */
export function readableEmail(stored: string): string {
  const at = stored.lastIndexOf('@') + 1;
  // Node answers nothing for a domain that it can't read.
  return stored.slice(0, at) + (domainToUnicode(stored.slice(at)) || stored.slice(at));
}
