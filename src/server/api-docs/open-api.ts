import type * as v from 'valibot';
import { confirmationSchema } from '#contract/brand/billing.ts';
import { offerChangedSchema } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { creatorOfferChangedSchema } from '#contract/creator/creator.ts';
import { maxJsonDepth } from '#contract/wire/bounds.ts';
import type { Access, Endpoint } from '#contract/wire/endpoint.ts';
import { type ErrorCode, errorBodySchema } from '#contract/wire/error.ts';
import { ulidSchema } from '#contract/wire/primitives.ts';
import { statusOf } from '../errors/api-error.ts';
import { errorsOf, meanings } from './errors.ts';
import { jsonSchemaOf, namedJsonSchemas } from './json-schema.ts';
import { parametersOf } from './parameters.ts';
import { tagOf, tagTexts } from './tags.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Errors that any call can return. */
const anyErrors = ['method_not_allowed', 'too_many_requests', 'not_supported', 'unavailable', 'internal'] as const;

/** Calls that share a method and a path but differ by caller or body. OpenAPI has a single operation for all of them. */
type Calls = readonly (readonly [name: string, endpoint: Endpoint])[];

const json = (schema: object) => ({ 'application/json': { schema } });
const eitherOf = (schemas: object[]) => {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 ? different[0] : { anyOf: different };
};

const security: Record<Access, object> = {
  public: {},
  session: { brand: [] },
  approved: { brand: [] },
  creator: { creator: [] },
};

const meaningOf = (code: ErrorCode) => `\`${code}\`: ${meanings[code]}`;

/** Schema of an error's body. Some errors carry the current offer, too. */
function bodyOfError(code: ErrorCode, access: Access): Schema {
  const carriesOffer = code === 'offer_changed' || code === 'move_refused';
  if (carriesOffer) return access === 'creator' ? creatorOfferChangedSchema : offerChangedSchema;
  return errorBodySchema;
}

function errorResponses(calls: Calls): Record<string, object> {
  const codes = calls.flatMap(([, endpoint]) => errorsOf(endpoint).map((code) => ({ code, access: endpoint.access })));
  const statuses = [...new Set(codes.map(({ code }) => statusOf(code)))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter(({ code }) => statusOf(code) === status);
      const schemas = here.map(({ code, access }) =>
        code === 'confirmation_required'
          ? { allOf: [jsonSchemaOf(errorBodySchema), jsonSchemaOf(confirmationSchema)] }
          : jsonSchemaOf(bodyOfError(code, access)),
      );
      const description = [...new Set(here.map(({ code }) => `- ${meaningOf(code)}`))].join('\n');
      return [status, { description, content: json(eitherOf(schemas) ?? {}) }];
    }),
  );
}

function contentOf(calls: Calls): object {
  const schema = eitherOf(calls.map(([, { answer }]) => jsonSchemaOf(answer))) ?? {};
  // OpenAPI 3.1 can't describe a stream, so this is the schema of each event's data.
  return calls.some(([, { isEventStream }]) => isEventStream) ? { 'text/event-stream': { schema } } : json(schema);
}

const callers: Record<Access, string> = {
  public: 'Requires no token.',
  session: 'For a logged-in brand in any state.',
  approved: 'For a logged-in brand that is verified and approved.',
  creator: 'For a creator, with the token of a link.',
};

/** The contract's summaries begin with a sentence that is short enough for a heading. */
function textsOf({ summary }: Endpoint): { heading: string; rest: string } {
  const [, heading = summary, rest = ''] = /^(.*?)\.(?: (.*))?$/s.exec(summary) ?? [];
  return { heading, rest };
}

function descriptionOf(calls: Calls): string {
  return calls
    .flatMap(([name, endpoint]) => {
      const text = calls.length > 1 ? `\`${name}\`: ${endpoint.summary}` : textsOf(endpoint).rest;
      const facts = [
        callers[endpoint.access],
        ...(endpoint.body ? [`The body has at most ${sizeText(endpoint.bodyBytes)}.`] : []),
        ...(endpoint.optional ? ['Other providers’ servers may return 404; clients must work without this call.'] : []),
      ];
      return text === '' ? [facts.join(' ')] : [text, facts.join(' ')];
    })
    .join('\n\n');
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} KB` : `${Math.floor(bytes / 1_000_000)} MB`;

function operationOf(calls: Calls): object {
  const bodies = calls.flatMap(([, { body }]) => (body ? [body] : []));
  const isRequired = bodies.length === calls.length && bodies.every((body) => body.type !== 'optional');
  const unique = (items: object[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  const parameters = unique(calls.flatMap(([, endpoint]) => parametersOf(endpoint)));
  return {
    operationId: calls[0]?.[0],
    tags: [...new Set(calls.map(([, endpoint]) => tagOf(endpoint)))],
    summary: calls.map(([, endpoint]) => textsOf(endpoint).heading).at(0),
    description: descriptionOf(calls),
    'x-calls': calls.map(([name]) => name),
    'x-access': calls.map(([, { access }]) => access),
    'x-optional': calls.every(([, { optional }]) => optional),
    security: unique(calls.map(([, { access }]) => security[access])),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(bodies.length > 0
      ? { requestBody: { required: isRequired, content: json(eitherOf(bodies.map(jsonSchemaOf)) ?? {}) } }
      : {}),
    responses: {
      200: {
        description: 'Success.',
        content: contentOf(calls),
      },
      ...errorResponses(calls),
      default: { $ref: '#/components/responses/AnyError' },
    },
  };
}

function pathsOf(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  const order = (endpoint: Endpoint) => tagTexts.findIndex(({ name }) => name === tagOf(endpoint));
  const all = Object.entries<Endpoint>(endpoints).sort(([, a], [, b]) => order(a) - order(b));
  for (const [, { path, method }] of all) {
    const calls = all.filter(([, other]) => other.path === path && other.method === method);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(calls) };
  }
  return paths;
}

const header = (name: string, description: string, schema: object, example?: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});

const introduction = `The calls of brands and creators. The dashboard, its service worker and the server parse every call with these shapes.

Bodies are JSON in UTF-8, up to the size that each call states, with at most ${maxJsonDepth} levels of arrays and objects. Properties that
aren’t in a body’s shape are ignored. Responses have \`Cache-Control: no-store\`, and an \`X-Request-Id\` that is also in the server’s log.
Lists return \`{ data, pagination }\`; pages start at 1.

The body of a response other than 2xx is an \`ErrorBody\`: a \`message\` for people, a \`code\` from a closed list for programs, and for 400 the
\`issues\`, with the path of each invalid value. Requests for other brands’ data return \`not_found\`. In addition to the errors that it
lists, any call can return ${anyErrors.map((code) => `\`${code}\``).join(', ')}.

Calls that require an \`Idempotency-Key\` take effect once per key. Create one ULID per user action, and keep it for all retries. The first
success is stored for 30 days, together with its effect; repeating the same call with the same key returns it again, with
\`Idempotency-Replayed: true\`. Refusals aren’t stored.

\`docs/api.md\` in the repository introduces the API with examples.`;

/** The full text of docs/openapi.json: the contract as OpenAPI 3.1. */
export function renderOpenApi(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Afield',
      version: '1.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: tagTexts,
    paths: pathsOf(),
    components: {
      schemas: namedJsonSchemas(),
      parameters: {
        IdempotencyKey: header('Idempotency-Key', 'The call takes effect once per key.', jsonSchemaOf(ulidSchema)),
        IfMatchFulfillment: header(
          'If-Match',
          'The ID of the fulfillment that the brand reviewed, in double quotes.',
          { type: 'string' },
          '"ful_01K5V3M8ZQ4T7X9B2N6C1D0EFG"',
        ),
        IfMatchVersion: header(
          'If-Match',
          'The version of the offer that the creator saw, in double quotes.',
          { type: 'string' },
          '"3"',
        ),
      },
      responses: {
        AnyError: {
          description: anyErrors.map((code) => `- ${meaningOf(code)}`).join('\n'),
          content: json(jsonSchemaOf(errorBodySchema)),
        },
      },
      securitySchemes: {
        brand: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
        creator: { type: 'http', scheme: 'bearer', description: 'The token of a creator’s link.' },
      },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
