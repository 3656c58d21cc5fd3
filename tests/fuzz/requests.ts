import { type EndpointName, endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import type { Example } from './examples.ts';
import { brokenBody, hostileText } from './hostile.ts';
import { nearly } from './mutate.ts';
import type { Random } from './random.ts';
import { type Known, validValue } from './values.ts';

/** A request without its sender's token. */
export interface FuzzRequest {
  name: EndpointName;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

const names = Object.keys(endpoints) as EndpointName[];
const keyLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newKey = (random: Random) => Array.from({ length: 26 }, () => keyLetters[random.below(32)]).join('');

/** Escapes every byte, so that any text can be part of a path. */
const escaped = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Endpoints are called in the contract's order. */
export const nameOf = (index: number): EndpointName => names[index % names.length] as EndpointName;

/** The request with this index: valid, nearly valid or hostile. The example's values replace generated ones. */
export function requestOf(index: number, random: Random, known: Known, example: Example): FuzzRequest {
  const name = nameOf(index);
  const endpoint: Endpoint = endpoints[name];
  const kind = random.pick(['valid', 'valid', 'nearly', 'nearly', 'hostile'] as const);
  const isWrong = (share: number) => kind === 'hostile' && random.chance(share);

  const made = endpoint.params ? (validValue(endpoint.params, random, known) as Record<string, unknown>) : {};
  const params = { ...made, ...example.params };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const isJunk = kind !== 'valid' && random.chance(0.3);
    return isJunk ? escaped(hostileText(random)).slice(0, 4_000) : encodeURIComponent(String(params[param]));
  });
  const body = bodyOf(endpoint, random, { known, kind, example });
  return {
    name,
    method: isWrong(0.05) ? random.pick(['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) : endpoint.method,
    path: `${path}${queryOf(endpoint, random, { known, kind, example })}`,
    headers: headersOf(endpoint, random, { known, kind, example, offerId: String(params.id) }),
    body,
  };
}

type Kind = 'valid' | 'nearly' | 'hostile';

interface Params {
  known: Known;
  kind: Kind;
  example: Example;
}

function queryOf(endpoint: Endpoint, random: Random, { known, kind, example }: Params): string {
  const valid = endpoint.query ? (validValue(endpoint.query, random, known) as Record<string, unknown>) : {};
  const pairs = Object.entries({ ...valid, ...example.query }).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const isJunk = kind !== 'valid' && random.chance(0.4);
    return [`${name}=${isJunk ? escaped(hostileText(random)).slice(0, 4_000) : encodeURIComponent(String(value))}`];
  });
  if (kind === 'hostile')
    pairs.push(random.pick(['page=%', 'page[]=1', 'page=1&page=-1', '=', '&&', '%00=1', 'a'.repeat(5_000)]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf({ body: schema, method }: Endpoint, random: Random, { known, kind, example }: Params): Buffer | null {
  if (schema === undefined) return method !== 'GET' && kind === 'hostile' ? brokenBody(random, '{}') : null;
  const made = validValue(schema, random, known);
  const valid = example.body === undefined ? made : { ...(made as object), ...example.body };
  const text = JSON.stringify(kind === 'valid' ? valid : nearly(valid, random)) ?? '';
  return kind === 'hostile' && random.chance(0.4) ? brokenBody(random, text) : Buffer.from(text);
}

/** Any text as the bytes that a header may contain. */
const headerText = (text: string) =>
  [...Buffer.from(text).toString('latin1')]
    .filter((letter) => letter >= ' ' && letter !== '\u007f')
    .join('')
    .slice(0, 2_000);

function headersOf(
  endpoint: Endpoint,
  random: Random,
  { known, kind, example, offerId }: Params & { offerId: string },
): Record<string, string> {
  // Each request uses another address, as behind a proxy, since per-address limits aren't under test.
  const address = [10, random.below(250), random.below(250), 1 + random.below(250)].join('.');
  const headers: Record<string, string> = { 'X-Forwarded-For': address };
  if (endpoint.body !== undefined) headers['Content-Type'] = 'application/json';
  if (endpoint.idempotent)
    headers['Idempotency-Key'] = random.chance(0.1) ? '01J0000000000000000000000Z' : newKey(random);
  if (endpoint.conditional) {
    const seen = known.fulfillmentId ?? [];
    const own = example.seen ?? seen[known.id?.indexOf(offerId) ?? -1];
    headers['If-Match'] = `"${own !== undefined && random.chance(0.8) ? own : random.pick([...seen, 'ful_x'])}"`;
  }
  if (kind !== 'hostile') return headers;
  const wrong: [string, string][] = [
    [
      'Content-Type',
      random.pick(['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', '']),
    ],
    ['Idempotency-Key', headerText(hostileText(random))],
    ['If-Match', random.pick(['*', '""', 'W/"x"', '"a", "b"', headerText(hostileText(random))])],
    [
      'X-Forwarded-For',
      random.pick(['::1', 'unknown', '1.2.3.4, 5.6.7.8', 'x'.repeat(3_000), headerText(hostileText(random))]),
    ],
    ['User-Agent', headerText(hostileText(random))],
    ['Accept-Encoding', random.pick(['gzip', 'br;q=0', '*', 'x'.repeat(500)])],
    ['Content-Encoding', random.pick(['gzip', 'br', 'x'])],
    ['Range', random.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x'])],
    ['X-Request-Id', headerText(hostileText(random))],
    ['Cookie', headerText(hostileText(random))],
    ['Origin', 'https://evil.example'],
  ];
  for (let count = random.below(4); count > 0; count -= 1) {
    const [name, value] = random.pick(wrong);
    headers[name] = value;
  }
  return headers;
}
