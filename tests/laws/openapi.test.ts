import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { invalidIn, undocumentedIn } from '#tests/support/calls/documented.ts';
import { read } from './files.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-calls': string[];
  parameters?: { name?: string; $ref?: string }[];
  requestBody?: object;
  responses: Record<string, object>;
}

interface Described {
  tags: { name: string; description?: string }[];
  components: { schemas: Record<string, DescribedSchema> };
}

interface DescribedSchema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, DescribedSchema>;
}

const text = read('docs/openapi.json');
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
const operationOf = ({ path, method }: Endpoint) => paths[path]?.[method.toLowerCase()];
const calls = Object.entries<Endpoint>(endpoints);

describe('docs/openapi.json', () => {
  test('is valid OpenAPI 3.1, without dangling references', async () => {
    const validator = new Validator();
    expect((await validator.validate(JSON.parse(text))).errors).toBeUndefined();
    const names = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)];
    const { components } = JSON.parse(text);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined)).toEqual([]);
  });

  test('has every call of the contract, and no other', () => {
    const documented = Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one['x-calls']));
    expect(documented.sort()).toEqual(calls.map(([name]) => name).sort());
    const elsewhere = calls.filter(([name, endpoint]) => !operationOf(endpoint)?.['x-calls'].includes(name));
    expect(elsewhere.map(([name]) => name)).toEqual([]);
  });

  test('has each call’s parameters and body', () => {
    const lacking = calls.filter(([, endpoint]) => {
      const { parameters = [], requestBody } = operationOf(endpoint) ?? {};
      const names = parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1));
      const entries = (schema: unknown) => Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});
      const wanted = [
        ...entries(endpoint.params),
        ...entries(endpoint.query),
        ...(endpoint.idempotent ? ['IdempotencyKey'] : []),
        ...(endpoint.conditional ? [endpoint.access === 'creator' ? 'IfMatchVersion' : 'IfMatchFulfillment'] : []),
      ];
      return wanted.some((name) => !names.includes(name)) || (endpoint.body && !requestBody);
    });
    expect(lacking.map(([name]) => name)).toEqual([]);
  });
});

describe('a reader of docs/openapi.json', () => {
  const { tags, components }: Described = JSON.parse(text);
  const operations = Object.values(paths).flatMap((path) => Object.values(path));

  test('finds a short summary, a description and an ID for each operation', () => {
    const poor = operations.filter(
      ({ summary, description }) => !/^[A-Z].{5,74}[^.]$/.test(summary) || description.length < 10,
    );
    expect(poor.map(({ operationId, summary }) => `${operationId}: ${summary}`)).toEqual([]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test('finds operations by subject, in the order of the subjects', () => {
    const names = tags.map(({ name }) => name);
    const places = operations.map((operation) => operation.tags.map((tag) => names.indexOf(tag)));
    expect(places.filter(([place = -1, ...others]) => place < 0 || others.length > 0)).toEqual([]);
    expect(places).toEqual(places.toSorted(([a = 0], [b = 0]) => a - b));
    expect(names.filter((_, place) => !places.flat().includes(place))).toEqual([]);
    expect(tags.filter(({ description }) => !description)).toEqual([]);
  });

  test('finds a description of each schema, and valid examples', () => {
    const schemas = Object.entries(components.schemas);
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const wrong = schemas.flatMap(([name, schema]) =>
      [
        { pointer: name, examples: schema.examples },
        ...Object.entries(schema.properties ?? {}).map(([field, { examples }]) => ({
          pointer: `${name}/properties/${field}`,
          examples,
        })),
      ].flatMap(({ pointer, examples = [] }) =>
        examples.flatMap((example) => invalidIn(`components/schemas/${pointer}`, example)),
      ),
    );
    expect(wrong).toEqual([]);
    expect(schemas.filter(([, { examples }]) => examples).length).toBeGreaterThan(10);
  });

  test('finds the docstrings of fields, without notes for maintainers', () => {
    const { Changes, Campaign } = components.schemas;
    expect(Changes?.properties?.cursor?.description).toBe('Opaque cursor for the next request.');
    expect(Campaign?.properties?.pausedAt?.description).toBe(
      'Time at which the brand paused the campaign; absent unless it is paused.',
    );
    expect(text).not.toMatch(/Beyond the specification|\{@link/);
  });
});

describe('a response is checked against docs/openapi.json', () => {
  const { getHealth, login } = endpoints;

  test('by its call’s schema', () => {
    const session = { brandId: 'brd_1', accessToken: 'a', refreshToken: 'r', accessTokenExpiration: 'tomorrow' };
    expect(undocumentedIn(login, 200, { ...session, accessTokenExpiration: '2026-03-15T12:00:00.000Z' })).toEqual([]);
    expect(undocumentedIn(login, 200, session)).toHaveLength(1);
    expect(undocumentedIn(login, 401, { message: 'No.', code: 'invalid_credentials' })).toEqual([]);
  });

  test('by its call’s statuses', () => {
    expect(undocumentedIn(getHealth, 409, { message: 'No.', code: 'email_taken' })).toHaveLength(1);
    expect(undocumentedIn(getHealth, 503, { message: 'No.', code: 'unavailable' })).toEqual([]);
    expect(undocumentedIn(getHealth, 503, { message: 'No.' })).toHaveLength(1);
  });
});
