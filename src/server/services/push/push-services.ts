/** Browsers' push services: a whole host, or all hosts below it. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/**
 * Rule for calling an endpoint: `public`, at a known push service, whose name must lead to the internet; `named`, at an
 * origin that the operator has named, wherever it is; null where it may not.
 * @param named origins such as `https://push.example`
 */
export function reachOf(endpoint: string, named: readonly string[]): 'public' | 'named' | null {
  if (!URL.canParse(endpoint)) return null;
  const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return null;
  if (named.includes(origin)) return 'named';
  const isKnown = protocol === 'https:' && port === '' && known.some((pattern) => pattern.test(hostname));
  return isKnown ? 'public' : null;
}
