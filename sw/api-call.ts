import type { Endpoint } from '../src/contract/endpoint.ts';
import { endpoints } from '../src/contract/endpoints.ts';

/** A page's request to the API. */
export interface ApiCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** Path and query as the server knows them. */
  path: string;
  /** The same as an address, for its query. */
  url: URL;
}

const patterns = Object.values<Endpoint>(endpoints).map((endpoint) => ({
  endpoint,
  names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${endpoint.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
}));

/**
 * What a request asks of the API; null where it is for something else, or for nothing that the contract knows.
 * @param apiBase where the API is: an origin, or one with a path
 */
export function apiCallOf(apiBase: string, method: string, address: string): ApiCall | null {
  const given = new URL(address);
  const base = new URL(apiBase);
  const prefix = base.pathname.replace(/\/$/, '');
  if (given.origin !== base.origin || !given.pathname.startsWith(`${prefix}/`)) return null;
  const url = new URL(`${given.pathname.slice(prefix.length)}${given.search}`, base.origin);
  // Safari's pages make each address new by it, to get around the browser's own cache.
  url.searchParams.delete('_');
  for (const { endpoint, names, pattern } of patterns) {
    const found = endpoint.method === method ? pattern.exec(url.pathname) : null;
    if (!found) continue;
    const params = paramsOf(names, found.slice(1));
    return params && { endpoint, params, path: `${url.pathname}${url.search}`, url };
  }
  return null;
}

function paramsOf(names: readonly string[], values: readonly string[]): Record<string, string> | null {
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
  } catch {
    return null;
  }
}
