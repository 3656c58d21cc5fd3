import * as v from 'valibot';
import type { Endpoint, RequestOf } from '#contract/endpoint.ts';

/** A GET of the contract, with what it asks for. */
export interface GetRequest<E extends Endpoint> extends Pick<RequestOf<E>, 'params' | 'query'> {
  /** Path and query in one spelling, however the caller wrote them. */
  address: string;
}

/** Reads an address as a call of an endpoint; null where it is none, or one that the server would refuse. */
export function parseGet<E extends Endpoint>(endpoint: E, url: URL): GetRequest<E> | null {
  const given = pathParams(endpoint.path, url.pathname);
  if (given === null) return null;
  const params = parsePart(endpoint.params, given);
  // Of a name that comes twice the first counts, as on the server.
  const query = parsePart(endpoint.query, Object.fromEntries([...url.searchParams].reverse()));
  if (params === null || query === null) return null;
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value !== undefined) asked.set(name, String(value));
  }
  return { params, query, address: `${url.pathname}?${asked}` } as GetRequest<E>;
}

/** Parses a part of a request; null where the schema refuses it. */
function parsePart(schema: v.GenericSchema | undefined, given: unknown): object | undefined | null {
  if (schema === undefined) return undefined;
  const parsed = v.safeParse(schema, given);
  return parsed.success ? (parsed.output as object) : null;
}

/** The values of `{name}` parts of a path; null where the path is another. */
export function pathParams(template: string, pathname: string): Record<string, string> | null {
  const wanted = template.split('/');
  const parts = pathname.split('/');
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of parts.entries()) {
    const name = wanted[i]?.match(/^\{(\w+)\}$/)?.[1];
    if (name !== undefined) params[name] = decode(part);
    else if (wanted[i] !== part) return null;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
