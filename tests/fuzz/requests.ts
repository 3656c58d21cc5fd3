import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { brokenBody, hostileText } from './hostile.ts';
import { nearly } from './mutate.ts';
import type { Random } from './random.ts';
import { type Known, validValue } from './values.ts';

/** A request as it leaves, but for who sends it. */
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

/** Any bytes, escaped so that they are a path's. */
const escaped = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** The request of a number: valid, nearly valid or hostile, of one call of the contract after the other. */
export function requestOf(index: number, random: Random, known: Known): FuzzRequest {
  const name = names[index % names.length] as EndpointName;
  const endpoint: Endpoint = endpoints[name];
  const kind = random.pick(['valid', 'valid', 'nearly', 'nearly', 'hostile'] as const);
  const isWrong = (share: number) => kind === 'hostile' && random.chance(share);

  const params = endpoint.params ? (validValue(endpoint.params, random, known) as Record<string, unknown>) : {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, param: string) => {
    const isJunk = kind !== 'valid' && random.chance(0.3);
    return isJunk ? escaped(hostileText(random)).slice(0, 4_000) : encodeURIComponent(String(params[param]));
  });
  const body = bodyOf(endpoint, random, known, kind);
  return {
    name,
    method: isWrong(0.05) ? random.pick(['GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) : endpoint.method,
    path: `${path}${queryOf(endpoint, random, known, kind)}`,
    headers: headersOf(endpoint, random, { known, kind, offerId: String(params.id) }),
    body,
  };
}

type Kind = 'valid' | 'nearly' | 'hostile';

function queryOf(endpoint: Endpoint, random: Random, known: Known, kind: Kind): string {
  const valid = endpoint.query ? (validValue(endpoint.query, random, known) as Record<string, unknown>) : {};
  const pairs = Object.entries(valid).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const isJunk = kind !== 'valid' && random.chance(0.4);
    return [`${name}=${isJunk ? escaped(hostileText(random)).slice(0, 4_000) : encodeURIComponent(String(value))}`];
  });
  if (kind === 'hostile')
    pairs.push(random.pick(['page=%', 'page[]=1', 'page=1&page=-1', '=', '&&', '%00=1', 'a'.repeat(5_000)]));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyOf({ body: schema, method }: Endpoint, random: Random, known: Known, kind: Kind): Buffer | null {
  if (schema === undefined) return method !== 'GET' && kind === 'hostile' ? brokenBody(random, '{}') : null;
  const valid = validValue(schema, random, known);
  const text = JSON.stringify(kind === 'valid' ? valid : nearly(valid, random)) ?? '';
  return kind === 'hostile' && random.chance(0.4) ? brokenBody(random, text) : Buffer.from(text);
}

/** Whatever may stand in a header, as bytes of it. */
const headerText = (text: string) =>
  [...Buffer.from(text).toString('latin1')]
    .filter((letter) => letter >= ' ' && letter !== '\u007f')
    .join('')
    .slice(0, 2_000);

function headersOf(
  endpoint: Endpoint,
  random: Random,
  { known, kind, offerId }: { known: Known; kind: Kind; offerId: string },
): Record<string, string> {
  // The limits by address are not what is looked for: each call comes from another, as behind a proxy.
  const address = [10, random.below(250), random.below(250), 1 + random.below(250)].join('.');
  const headers: Record<string, string> = { 'X-Forwarded-For': address };
  if (endpoint.body !== undefined) headers['Content-Type'] = 'application/json';
  if (endpoint.idempotent)
    headers['Idempotency-Key'] = random.chance(0.1) ? '01J0000000000000000000000Z' : newKey(random);
  if (endpoint.conditional) {
    const seen = known.fulfillmentId ?? [];
    const own = seen[known.id?.indexOf(offerId) ?? -1];
    headers['If-Match'] = `"${own !== undefined && random.chance(0.7) ? own : random.pick([...seen, 'ful_x'])}"`;
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
