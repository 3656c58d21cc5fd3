import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';

/** A page's request to the API. */
export interface ApiCall {
  endpoint: Endpoint;
  params: Readonly<Record<string, string>>;
  /** Path and query as the server knows them. */
  path: string;
  /** The same as an address, for its query. */
  url: URL;
}

/** Creators' calls are of another page, which has no worker; on one device both may be open. */
const isBrands = ({ path }: Endpoint) => !path.startsWith('/creator/');

const patterns = Object.values<Endpoint>(endpoints)
  .filter(isBrands)
  .map((endpoint) => ({
    endpoint,
    names: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`${endpoint.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
  }));

/**
 * Matches a request to an API call; null for any request outside the contract. Only the end of the path counts, not its base:
 * a fetch event has to be handled synchronously, and the settings are read from the stored page later. The worker sends the
 * call to its own configured address, so a page with older settings keeps working.
 */
export function apiCallOf(method: string, address: string): ApiCall | null {
  const given = new URL(address);
  for (const { endpoint, names, pattern } of patterns) {
    const found = endpoint.method === method ? pattern.exec(given.pathname) : null;
    if (!found) continue;
    const url = new URL(`${found[0]}${given.search}`, given.origin);
    // Safari's pages make each address new by it, to get around the browser's own cache.
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
