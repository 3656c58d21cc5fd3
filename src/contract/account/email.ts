import * as v from 'valibot';

/** A dot-atom of RFC 5322. Other local parts require quotes or SMTPUTF8, which few mail servers support. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** A domain as typed, in any script; UTS #46 maps other full stops to dots. */
const typedDomain = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;
const asciiDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/;

/**
 * An email with its domain in lower case, and non-ASCII labels in Punycode: `Pat@Bücher.example` is `Pat@xn--bcher-kva.example`.
 * Returns null if it isn't a valid email.
 */
export function asciiEmail(text: string): string | null {
  const at = text.lastIndexOf('@');
  const [local, typed] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 64 || !localPart.test(local) || !typedDomain.test(typed)) return null;
  const domain = asciiOf(typed);
  return domain !== null && asciiDomain.test(domain) && at + domain.length < 254 ? `${local}@${domain}` : null;
}

function asciiOf(domain: string): string | null {
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return null;
  }
}

/** An email as typed; converts its domain to ASCII. */
export const emailAddress = (invalid = 'Expected an email.', required = invalid) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(required),
    v.maxLength(254),
    v.check((text) => asciiEmail(text) !== null, invalid),
    v.transform((text) => asciiEmail(text) ?? text),
  );
