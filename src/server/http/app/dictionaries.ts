/** A name with a content hash, as the build gives to scripts and styles. Its characters aren't special in URL patterns. */
const hashedName = /(?:^|\/)([\w.-]+)-[\w-]{8}\.(js|css)$/;

/** The only valid encoding of 32 bytes in a structured field (RFC 9651, 4.1.8). */
const hashField = /^:([A-Za-z0-9+/]{43}=):$/;

/**
 * Value of `Use-As-Dictionary` (RFC 9842) for a file. Browsers store it, and send its hash when they fetch a file in
 * the same folder with the same name and another hash. Null for files without a hash in their name.
 */
export function dictionaryOf(path: string): string | null {
  const [, name, type] = hashedName.exec(path) ?? [];
  return name === undefined ? null : `match="${name}-*.${type}"`;
}

/**
 * Suffix of the delta file for the dictionary that the browser has, as named by src/cli/write-deltas.mjs. Null if the
 * request has no valid dictionary. The file may not exist.
 */
export function deltaSuffix(request: Request): string | null {
  const [, base64] = hashField.exec(request.headers.get('Available-Dictionary') ?? '') ?? [];
  if (base64 === undefined) return null;
  const hash = Buffer.from(base64, 'base64');
  // Base64's last digit has two bits beyond the hash, which must be 0.
  return hash.toString('base64') === base64 ? `.${hash.toString('hex')}.dcz` : null;
}
