import * as v from 'valibot';
import type { Random } from './random.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** The parts of valibot's schemas that values are generated from. */
interface Node {
  type: string;
  pipe?: { type: string; requirement?: unknown; item?: Schema; options?: unknown[] }[];
  wrapped?: Schema;
  entries?: Record<string, Schema>;
  item?: Schema;
  items?: Schema[];
  value?: Schema;
  options?: unknown[];
  literal?: unknown;
}
const nodeOf = (schema: Schema) => schema as unknown as Node;

/** Values that exist on the server, by field name: row ids, passwords, tokens. */
export type Known = Readonly<Record<string, readonly string[]>>;

const texts = [
  ...['Northwind', 'northwind', 'Right-pass1!', 'ada@brands.test', 'https://northwind.example/a', '1', '20', '100'],
  ...['2026-03-01', '2026-11-30', '2026-03-01T09:00:00.000Z', 'x', 'pm_sandbox_4242', 'pm_sandbox_0002', 'logo.png'],
  ...['01J0000000000000000000000Z', 'cmp_01J0000000000000000000000Z', 'off_01J0000000000000000000000Z'],
  ...['brd_01J0000000000000000000000Z', 'ful_01J0000000000000000000000Z', 'image/png', 'Grüße 💚', '', '0', '7'],
];
const numbers = [0, 1, 2, 10, 500, 10_000, 25_000, 100_000, 86_400, 2_592_000, 99_999_999, Number.MAX_SAFE_INTEGER];

/**
 * A value that a schema accepts, if one is found; `name` is the field's, and its known values are preferred. Unknown
 * kinds of schemas throw, so that new ones in the contract aren't skipped silently.
 */
export function validValue(schema: Schema, random: Random, known: Known, name = ''): unknown {
  const node = nodeOf(schema);
  const inside = (inner: Schema | undefined, field = name) => (inner ? validValue(inner, random, known, field) : null);
  switch (node.type) {
    case 'object':
    case 'strict_object': {
      const given = Object.entries(node.entries ?? {}).flatMap(([field, inner]) => {
        const value = inside(inner, field);
        return value === undefined ? [] : [[field, value] as const];
      });
      return Object.fromEntries(given);
    }
    case 'optional':
      return random.chance(0.5) ? undefined : inside(node.wrapped);
    case 'nullable':
      return random.chance(0.3) ? null : inside(node.wrapped);
    case 'variant':
    case 'union':
      return inside(random.pick(node.options ?? []) as Schema);
    case 'literal':
      return node.literal;
    case 'picklist':
      return random.pick(node.options ?? []);
    case 'boolean':
      return random.chance(0.5);
    case 'array': {
      const min = node.pipe?.find(({ type }) => type === 'min_length')?.requirement;
      return Array.from({ length: Number(min ?? 0) + random.below(3) }, () => inside(node.item));
    }
    case 'record':
      return Object.fromEntries(
        Array.from({ length: random.below(3) }, (_, index) => [`key${index}`, inside(node.value)]),
      );
    case 'number':
      return someOf(schema, numbers, random);
    case 'string':
      return textOf(schema, random, known, name);
    default:
      throw new Error(`No values are made for ${node.type}: teach tests/fuzz/values.ts`);
  }
}

function textOf(schema: Schema, random: Random, known: Known, name: string): unknown {
  const rows = (known[name] ?? []).filter((value) => v.is(schema, value));
  if (rows.length > 0 && random.chance(0.8)) return random.pick(rows);
  const list = nodeOf(schema).pipe?.find(({ type, item }) => type === 'array' && item !== undefined)?.item;
  const options = list === undefined ? [] : (nodeOf(list).options ?? []);
  if (options.length > 0) return Array.from({ length: 1 + random.below(3) }, () => random.pick(options)).join(',');
  return someOf(schema, [...texts, ...Object.values(known).flat()], random);
}

/** One of the values that the schema accepts, or any of them if it accepts none. */
function someOf(schema: Schema, values: readonly unknown[], random: Random): unknown {
  const accepted = values.filter((value) => v.is(schema, value));
  return random.pick(accepted.length > 0 ? accepted : values);
}
