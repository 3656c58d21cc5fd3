/** Query parameters whose values grant access: codes of mailed links, tokens, a provider's client secrets. */
const secretParameter =
  /(^|[?&"'])([\w.-]{0,40}(?:code|token|secret|password|session|auth|key)[\w.-]{0,40}=)[^&#\s"'<>\\]+/gi;
const bearer = /\bBearer\s+[\w.~+/-]+=*/gi;
/** A creator's link grants access to the offer, by its URL or by the token alone. */
const creatorLink = /(\/c\/)(?!assets\/)[^/?#\s"'<>\\]+/gi;
const creatorToken = /\boff_[0-9a-z]{26}\.\d+\.[\w-]+/gi;
const signedToken = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;

const scrubText = (text: string): string =>
  text
    .replace(secretParameter, '$1$2[removed]')
    .replace(bearer, 'Bearer [removed]')
    .replace(signedToken, '[removed]')
    .replace(creatorLink, '$1[removed]')
    .replace(creatorToken, '[removed]');

const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Returns the value without data that must not leave this device, at any depth. Bytes are left as they are. */
export function redactSecrets<T>(value: T): T;
export function redactSecrets(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactSecrets(item));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactSecrets<unknown>(item)]));
}
