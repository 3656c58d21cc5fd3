import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';

/** A page's request to the API. */
export interface ApiCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** Path and query, relative to the API's base. */
  path: string;
  /** The path and query as a URL, to read its parameters. */
  url: URL;
}

/** Creators' calls come from a separate page without a worker; both may be open on one device. */
const isBrands = ({ path }: Endpoint) => !path.startsWith('/creator/');

const patterns = Object.values<Endpoint>(endpoints)
  .filter(isBrands)
  .map((endpoint) => ({
    endpoint,
    names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`${endpoint.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));

/**
 * Matches a request to an API call; null for any request outside the contract. Matches only the end of the path and ignores its
 * base: a fetch event must be handled synchronously, and the settings are read asynchronously from the stored page. The worker
 * sends the call to its own configured address, so a page with older settings keeps working.
 */
export function apiCallOf(method: string, address: string): ApiCall | null {
  const given = new URL(address);
  for (const { endpoint, names, pattern } of patterns) {
    const found = endpoint.method === method ? pattern.exec(given.pathname) : null;
    if (!found) continue;
    const url = new URL(`${found[0]}${given.search}`, given.origin);
    // Pages in Safari add this parameter to bypass the browser's HTTP cache.
    url.searchParams.delete('_');
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
