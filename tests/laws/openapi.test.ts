import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { undocumentedIn } from '#tests/support/documented.ts';
import { read } from './files.ts';

interface Operation {
  'x-calls': string[];
  parameters?: { name?: string; $ref?: string }[];
  requestBody?: object;
  responses: Record<string, object>;
}

const text = read('docs/openapi.json');
const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(text);
const operationOf = ({ path, method }: Endpoint) => paths[path]?.[method.toLowerCase()];
const calls = Object.entries<Endpoint>(endpoints);

describe('docs/openapi.json', () => {
  test('is OpenAPI 3.1 by its own schema, with no reference into nothing', async () => {
    const validator = new Validator();
    expect((await validator.validate(JSON.parse(text))).errors).toBeUndefined();
    const names = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/(\w+)"/g)];
    const { components } = JSON.parse(text);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined)).toEqual([]);
  });

  test('has every call of the contract, and no other', () => {
    const told = Object.values(paths).flatMap((path) => Object.values(path).flatMap((one) => one['x-calls']));
    expect(told.sort()).toEqual(calls.map(([name]) => name).sort());
    const elsewhere = calls.filter(([name, endpoint]) => !operationOf(endpoint)?.['x-calls'].includes(name));
    expect(elsewhere.map(([name]) => name)).toEqual([]);
  });

  test('has the parameters and the body of each', () => {
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

describe('an answer held to it', () => {
  const { getHealth, login } = endpoints;

  test('by a call’s own schema', () => {
    const session = { brandId: 'brd_1', accessToken: 'a', refreshToken: 'r', accessTokenExpiration: 'tomorrow' };
    expect(undocumentedIn(login, 200, { ...session, accessTokenExpiration: '2026-03-15T12:00:00.000Z' })).toEqual([]);
    expect(undocumentedIn(login, 200, session)).toHaveLength(1);
    expect(undocumentedIn(login, 401, { message: 'No.', code: 'invalid_credentials' })).toEqual([]);
  });

  test('and by the statuses that it may have', () => {
    expect(undocumentedIn(getHealth, 409, { message: 'No.', code: 'email_taken' })).toHaveLength(1);
    expect(undocumentedIn(getHealth, 503, { message: 'No.', code: 'unavailable' })).toEqual([]);
    expect(undocumentedIn(getHealth, 503, { message: 'No.' })).toHaveLength(1);
  });
});
