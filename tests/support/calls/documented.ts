import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Method } from '#contract/wire/endpoint.ts';

const root = 'openapi.json';
const file = new URL('../../../docs/openapi.json', import.meta.url);
let reader: Ajv2020 | null = null;

/** Returns a JSON Schema validator for the API document, which shares no code with the contract. */
function readerOfDocument(): Ajv2020 {
  if (reader) return reader;
  // An OpenAPI document contains more than schemas, which a strict validator rejects.
  reader = new Ajv2020({ strict: false });
  addFormats.default(reader);
  reader.addSchema(JSON.parse(readFileSync(file, 'utf8')), root);
  return reader;
}

const part = (...names: string[]) =>
  names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Validation errors of a value for the schema at a pointer in openapi.json. */
export function invalidIn(pointer: string, value: unknown): string[] {
  const read = readerOfDocument().getSchema(`${root}#/${pointer}`);
  if (read?.(value)) return [];
  return (read?.errors ?? [{ message: 'no such schema' }]).map(({ message }) => `${pointer}: ${message}`);
}

/** Differences between a server's response and openapi.json; empty if it conforms. */
export function undocumentedIn(call: { method: Method; path: string }, status: number, body: unknown): string[] {
  const operation = part('paths', call.path, call.method.toLowerCase());
  const content = part('content', 'application/json', 'schema');
  const ownOf = (type: string) =>
    readerOfDocument().getSchema(`${root}#/${operation}/responses/${status}/${part('content', type, 'schema')}`);
  const own = ownOf('application/json') ?? ownOf('text/event-stream');
  const read = own ?? readerOfDocument().getSchema(`${root}#/components/responses/AnyError/${content}`);
  if (!own && !anyError.has(status)) return [`${call.method} ${call.path} answers a ${status} that is not told of`];
  return read?.(body) ? [] : (read?.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Statuses that any endpoint can respond with. */
const anyError = new Set([405, 429, 500, 501, 503]);
