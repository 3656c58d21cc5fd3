/** A name with the hash of its content, as the build gives it to scripts and styles. Its characters have no other meaning in a URL pattern. */
const hashedName = /(?:^|\/)([\w.-]+)-[\w-]{8}\.(js|css)$/;

/** The one form in which a structured field may have 32 bytes (RFC 9651, 4.1.8). */
const hashField = /^:([A-Za-z0-9+/]{43}=):$/;

/**
 * Value of `Use-As-Dictionary` (RFC 9842) for a file: browsers keep it, and name its hash when they fetch a file of the same name with
 * another hash in the same folder. Null for files whose name has no hash.
 */
export function dictionaryOf(path: string): string | null {
  const [, name, type] = hashedName.exec(path) ?? [];
  return name === undefined ? null : `match="${name}-*.${type}"`;
}

/**
 * Ending of the file with the difference from the dictionary that a browser has, as src/cli/write-deltas.mjs names it; null if the request names
 * no dictionary in the one valid form. Such a file may not exist.
 */
export function deltaSuffix(request: Request): string | null {
  const [, base64] = hashField.exec(request.headers.get('Available-Dictionary') ?? '') ?? [];
  if (base64 === undefined) return null;
  const hash = Buffer.from(base64, 'base64');
  // The last digit has two bits beyond the hash, which have to be 0.
  return hash.toString('base64') === base64 ? `.${hash.toString('hex')}.dcz` : null;
}
