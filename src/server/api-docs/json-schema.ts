import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { namedTypes } from './describe-schema.ts';
import { isNeverSent, shapes } from './shapes.ts';

type Schema = v.GenericSchema<unknown, unknown>;

const definitions: Record<string, Schema> = Object.fromEntries([
  ...[...namedTypes].map(([schema, [name]]) => [name, schema]),
  ...[...shapes].map(([schema, name]) => [name, schema]),
]);

/** Conditions that JSON Schema can't express go into its description; anything else it lacks throws. */
const config: Omit<ConversionConfig, 'definitions'> = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // The library supports only records whose keys are any string.
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    const { type, key, value } = valibotSchema as unknown as { type: string; key?: Schema; value?: Schema };
    if (type === 'object') return withoutUnsent(jsonSchema);
    if (type !== 'record' || key?.type !== 'picklist' || !value) return null;
    return { type: 'object', propertyNames: spelledOut(key), additionalProperties: spelledOut(value) };
  },
  overrideAction: ({ valibotAction: action, jsonSchema }) => {
    if (action.type === 'trim') return jsonSchema;
    if (action.type === 'regex') return withPattern(jsonSchema, action as unknown as v.RegexAction<string, string>);
    return action.type === 'check' ? withNote(jsonSchema, (action as unknown as { message: string }).message) : null;
  },
};

function withoutUnsent(schema: JsonSchema): JsonSchema {
  const sent = Object.entries(schema.properties ?? {}).filter(([name]) => !isNeverSent(name));
  return { ...schema, properties: Object.fromEntries(sent) };
}

const withNote = (schema: JsonSchema, note: string): JsonSchema => ({
  ...schema,
  description: schema.description ? `${schema.description} ${note}` : note,
});

/** A second pattern has a place of its own; `i` is spelled out, since a pattern of JSON Schema has no flags. */
function withPattern(schema: JsonSchema, { requirement }: v.RegexAction<string, string>): JsonSchema {
  const pattern = requirement.ignoreCase
    ? requirement.source.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    : requirement.source;
  return schema.pattern === undefined ? { ...schema, pattern } : { ...schema, allOf: [{ pattern }] };
}

/** Schemas without references: those are made from all definitions, which would be converted again for each of them. */
function spelledOut(schema: Schema): JsonSchema {
  const { $schema: _, ...own } = toJsonSchema(schema, config);
  return own;
}

/** A schema of the contract as it is on the wire, in which named ones are referred to. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, { ...config, definitions });
  return own;
}

/** All named schemas, for `components.schemas`. */
export const namedJsonSchemas = (): Record<string, JsonSchema> => toJsonSchemaDefs(definitions, config);
