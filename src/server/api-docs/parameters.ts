import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { jsonSchemaOf } from './json-schema.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Internals of a valibot schema that describe how a query value is parsed. */
interface Node {
  type: string;
  wrapped?: Schema;
  default?: unknown;
  pipe?: { type: string; requirement?: unknown; item?: Schema }[];
}

const nodeOf = (schema: Schema) => schema as unknown as Node;
const entriesOf = (schema: Schema | undefined) =>
  Object.entries((schema as { entries?: Record<string, Schema> } | undefined)?.entries ?? {});

const reference = (name: string) => ({ $ref: `#/components/parameters/${name}` });

/** A call's path, query and header parameters. */
export function parametersOf({ access, params, query, idempotent, conditional }: Endpoint): object[] {
  return [
    ...entriesOf(params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: jsonSchemaOf(schema),
    })),
    ...entriesOf(query).map(([name, schema]) => queryParameter(name, schema)),
    ...(idempotent ? [reference('IdempotencyKey')] : []),
    ...(conditional ? [reference(access === 'creator' ? 'IfMatchVersion' : 'IfMatchFulfillment')] : []),
  ];
}

function queryParameter(name: string, schema: Schema): object {
  const outer = nodeOf(schema);
  const isOptional = outer.type === 'optional';
  const inner = isOptional && outer.wrapped ? outer.wrapped : schema;
  const steps = nodeOf(inner).pipe ?? [];
  const joined = steps.find((step) => step.type === 'array')?.item;
  const whole = wholeNumber(steps, outer.default);
  return {
    name,
    in: 'query',
    required: !isOptional,
    // Items are separated by commas in one value, instead of repeating the name.
    ...(joined ? { style: 'form', explode: false } : {}),
    schema: joined ? { type: 'array', items: jsonSchemaOf(joined) } : (whole ?? jsonSchemaOf(inner)),
  };
}

/** A string that is parsed as a number. The bounds apply to the number. */
function wholeNumber(steps: NonNullable<Node['pipe']>, preset: unknown): JsonSchema | undefined {
  const bound = (type: string) => steps.find((step) => step.type === type)?.requirement;
  const [minimum, maximum] = [bound('min_value'), bound('max_value')];
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return undefined;
  return { type: 'integer', minimum, maximum, ...(preset === undefined ? {} : { default: Number(preset) }) };
}
