/** The token of the link that was opened; empty where the address has none. */
export function tokenOf(pathname: string): string {
  const [, token = ''] = /^\/c\/([^/]+)\/?$/.exec(pathname) ?? [];
  return token;
}
