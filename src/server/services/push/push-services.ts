/** Browsers' push services: a single host, or all hosts of a domain. */
const known = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/**
 * Decides if an endpoint may be called: `public` for a known push service, whose name must resolve to a public address;
 * `named` for an origin that the operator has configured, at any address; null if it may not be called.
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
