import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { fieldTexts, schemaText } from './comments.ts';
import { examples } from './examples.ts';
import { isNeverSent, shapes, shapeTexts, types } from './names.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Internals of object and record schemas. */
interface Node {
  type: string;
  key?: Schema;
  value?: Schema;
  entries?: Record<string, Schema>;
}

const definitions: Record<string, Schema> = Object.fromEntries([
  ...[...types].map(([schema, { name }]) => [name, schema]),
  ...[...shapes].map(([schema, name]) => [name, schema]),
]);

/**
 * Conditions that JSON Schema can't express are added to the description. The converter throws for anything else unsupported.
 */
const config: Omit<ConversionConfig, 'definitions'> = {
  target: 'draft-2020-12',
  typeMode: 'input',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // The library supports records with arbitrary string keys only.
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    const { type, key, value, entries } = valibotSchema as unknown as Node;
    if (type === 'object') return withTexts(withoutUnsent(jsonSchema), entries ?? {});
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

function withTexts(schema: JsonSchema, entries: Readonly<Record<string, Schema>>): JsonSchema {
  const keys = Object.keys(entries);
  const texts = fieldTexts(keys);
  const described = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    if (typeof property !== 'object') return [name, property];
    const [description, example, entry] = [texts.get(name), examples.get(name), entries[name]];
    // The same name can have another meaning in another shape, and a named type has its own example.
    const fits = example !== undefined && !property.$ref && entry !== undefined && v.is(entry, example);
    return [name, { ...property, ...(description ? { description } : {}), ...(fits ? { examples: [example] } : {}) }];
  });
  const own = schemaText(keys);
  return { ...schema, ...(own ? { description: own } : {}), properties: Object.fromEntries(described) };
}

const withNote = (schema: JsonSchema, note: string): JsonSchema => ({
  ...schema,
  description: schema.description ? `${schema.description} ${note}` : note,
});

/** Adds a second pattern under `allOf`. JSON Schema patterns have no flags, so `i` becomes letter classes. */
function withPattern(schema: JsonSchema, { requirement }: v.RegexAction<string, string>): JsonSchema {
  const pattern = requirement.ignoreCase
    ? requirement.source.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
    : requirement.source;
  if (schema.pattern === undefined || schema.pattern === pattern) return { ...schema, pattern };
  return { ...schema, allOf: [{ pattern }] };
}

/** Converts without references: they would need all definitions, which would then be converted again for every call. */
function spelledOut(schema: Schema): JsonSchema {
  const { $schema: _, ...own } = toJsonSchema(schema, config);
  return own;
}

/** JSON Schema of a contract schema's wire format, with references to the named schemas. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, { ...config, definitions });
  return own;
}

/** All named schemas, for `components.schemas`. */
export function namedJsonSchemas(): Record<string, JsonSchema> {
  const texts = new Map([...types.values()].map(({ name, ...rest }) => [name, rest]));
  return Object.fromEntries(
    Object.entries(toJsonSchemaDefs(definitions, config)).map(([name, schema]) => {
      const type = texts.get(name);
      if (type) return [name, { ...schema, description: type.description, examples: [type.example] }];
      return [name, { ...schema, ...(shapeTexts.has(name) ? { description: shapeTexts.get(name) } : {}) }];
    }),
  );
}
