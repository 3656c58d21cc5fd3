import type * as v from 'valibot';
import { confirmationSchema } from '#contract/brand/billing.ts';
import { offerChangedSchema } from '#contract/brand/offer.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { creatorOfferChangedSchema } from '#contract/creator/creator.ts';
import type { Access, Endpoint } from '#contract/wire/endpoint.ts';
import { type ErrorCode, errorBodySchema } from '#contract/wire/error.ts';
import { ulidSchema } from '#contract/wire/primitives.ts';
import { statusOf } from '../errors/api-error.ts';
import { errorsOf } from './errors-of.ts';
import { jsonSchemaOf, namedJsonSchemas } from './json-schema.ts';
import { parametersOf } from './parameters.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Calls that share a method and a path, and differ by caller or body: OpenAPI has one operation for all of them. */
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

/** The body of a refusal beyond the error's own fields. */
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
      const description = [...new Set(here.map(({ code }) => `\`${code}\``))].join(', ');
      return [status, { description, content: json(eitherOf(schemas) ?? {}) }];
    }),
  );
}

function contentOf(calls: Calls): object {
  const schema = eitherOf(calls.map(([, { answer }]) => jsonSchemaOf(answer))) ?? {};
  // OpenAPI 3.1 has no way to describe a stream: the schema is that of each event's data.
  return calls.some(([, { isEventStream }]) => isEventStream) ? { 'text/event-stream': { schema } } : json(schema);
}

function operationOf(calls: Calls): object {
  const bodies = calls.flatMap(([, { body }]) => (body ? [body] : []));
  const isRequired = bodies.length === calls.length && bodies.every((body) => body.type !== 'optional');
  const unique = (items: object[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  const parameters = unique(calls.flatMap(([, endpoint]) => parametersOf(endpoint)));
  return {
    operationId: calls[0]?.[0],
    summary: calls.map(([, { summary }]) => summary).join(' '),
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
  const all = Object.entries<Endpoint>(endpoints);
  for (const [, { path, method }] of all) {
    const calls = all.filter(([, other]) => other.path === path && other.method === method);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(calls) };
  }
  return paths;
}

const header = (name: string, description: string, schema: object) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The whole of docs/openapi.json: the contract as OpenAPI 3.1. */
export function renderOpenApi(): string {
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Afield',
      version: '1.0',
      description: 'Generated from `src/contract` by `npm run api-docs`. Sessions, keys, pages and files: see api.md.',
    },
    servers: [{ url: '/' }],
    paths: pathsOf(),
    components: {
      schemas: namedJsonSchemas(),
      parameters: {
        IdempotencyKey: header('Idempotency-Key', 'The call takes effect once per key.', jsonSchemaOf(ulidSchema)),
        IfMatchFulfillment: header('If-Match', 'The ID of the fulfillment that the brand reviewed, in double quotes.', {
          type: 'string',
        }),
        IfMatchVersion: header('If-Match', 'The version of the offer that the creator saw, in double quotes.', {
          type: 'string',
        }),
      },
      responses: {
        AnyError: {
          description:
            'Any call can return `method_not_allowed`, `too_many_requests`, `not_supported`, `unavailable` or `internal`.',
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
