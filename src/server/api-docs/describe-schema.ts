import type * as v from 'valibot';
import {
  anyId,
  brandId,
  campaignId,
  cents,
  count,
  day,
  fulfillmentId,
  gain,
  offerId,
  timestamp,
  ulidSchema,
  webUrl,
} from '#contract/wire/primitives.ts';
import { isNeverSent } from './shapes.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** The parts of valibot's schemas and actions that the documents describe. */
interface Node {
  kind: string;
  type: string;
  pipe?: Node[];
  wrapped?: Schema;
  default?: unknown;
  entries?: Record<string, Schema>;
  item?: Schema;
  items?: Schema[];
  key?: Schema;
  value?: Schema;
  options?: unknown[];
  literal?: unknown;
  requirement?: unknown;
  message?: unknown;
}

const nodeOf = (schema: Schema | Node) => schema as unknown as Node;

/** Types of the contract that are named in the documents, with their descriptions. */
export const namedTypes = new Map<Schema, readonly [name: string, text: string]>([
  [timestamp, ['Time', 'an instant, ISO 8601 in UTC, such as `2026-03-15T12:00:00.000Z`']],
  [day, ['Day', 'a calendar day in UTC, `YYYY-MM-DD`']],
  [cents, ['Cents', 'whole US cents']],
  [count, ['Count', 'a whole number, not negative']],
  [gain, ['Gain', 'a whole number; negative where figures were corrected downwards']],
  [anyId, ['Id', 'an opaque ID of 1 to 64 characters']],
  [brandId, ['BrandId', 'an ID such as `brd_01J…`']],
  [campaignId, ['CampaignId', 'an ID such as `cmp_01J…`']],
  [offerId, ['OfferId', 'an ID such as `off_01J…`']],
  [fulfillmentId, ['FulfillmentId', 'an ID such as `ful_01J…`']],
  [ulidSchema, ['Ulid', 'a ULID']],
  [webUrl, ['WebUrl', 'an address that starts with `https://` or `http://`, of at most 2048 characters']],
]);

/**
 * A schema as one reads it: a TypeScript-like type. `shapes` gives names to schemas that are described elsewhere.
 * Conditions that a type can't say follow as a comment.
 */
export function describeType(schema: Schema, shapes: ReadonlyMap<Schema, string>, indent = ''): string {
  const named = namedTypes.get(schema)?.[0] ?? shapes.get(schema);
  if (named !== undefined) return named;
  const node = nodeOf(schema);
  const notes = notesOf(node);
  const text = describeKind(node, shapes, indent);
  return notes.length > 0 ? `${text} /* ${notes.join('; ')} */` : text;
}

function describeKind(node: Node, shapes: ReadonlyMap<Schema, string>, indent: string): string {
  const within = (schema: Schema | undefined) => (schema ? describeType(schema, shapes, indent) : 'unknown');
  const list = node.pipe?.find((step) => step.type === 'array' && step !== node.pipe?.[0]);
  if (list) return `comma-joined ${within(list.item)}`;
  switch (node.type) {
    case 'object':
      return describeObject(node.entries ?? {}, shapes, indent);
    case 'array':
      return arrayOf(within(node.item));
    case 'strict_tuple':
      return `[${(node.items ?? []).map(within).join(', ')}]`;
    case 'record':
      return `{ [name: ${within(node.key)}]: ${within(node.value)} }`;
    case 'picklist':
      return (node.options ?? []).map((option) => `'${option}'`).join(' | ');
    case 'literal':
      return JSON.stringify(node.literal).replaceAll('"', "'");
    case 'variant':
      return (node.options ?? []).map((option) => within(option as Schema)).join(' | ');
    case 'nullable':
      return `${within(node.wrapped)} | null`;
    case 'optional':
      return within(node.wrapped);
    default:
      return node.type;
  }
}

const arrayOf = (item: string) => (/^[\w.]+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`);

function describeObject(entries: Record<string, Schema>, shapes: ReadonlyMap<Schema, string>, indent: string): string {
  const sent = Object.entries(entries).filter(([name]) => !isNeverSent(name));
  const lines = sent.map(([name, schema]) => {
    const optional = nodeOf(schema).type === 'optional' ? '?' : '';
    return `${indent}  ${name}${optional}: ${describeType(schema, shapes, `${indent}  `)};`;
  });
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

/** Demands of a pipe's steps, and a default. */
function notesOf(node: Node): string[] {
  const steps = node.pipe?.slice(1) ?? [];
  const bound = (type: string) => steps.find((step) => step.type === type)?.requirement;
  const unit = node.type === 'string' ? ' characters' : node.type === 'array' ? ' items' : '';
  const [min, max] = [bound('min_length') ?? bound('min_value'), bound('max_length') ?? bound('max_value')];
  const isNumber = bound('min_value') !== undefined || bound('max_value') !== undefined;
  const notes = [range(min, max, isNumber ? '' : unit)];
  for (const step of steps) {
    const isNoted = ['check', 'regex', 'email', 'url', 'non_empty', 'partial_check'].includes(step.type);
    if (isNoted && typeof step.message === 'string') notes.push(step.message);
  }
  if (node.type === 'optional' && node.default !== undefined) notes.push(`default ${JSON.stringify(node.default)}`);
  return notes.filter((note) => note !== '');
}

function range(min: unknown, max: unknown, unit: string): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`;
  if (min !== undefined) return `at least ${min}${unit}`;
  return max === undefined ? '' : `at most ${max}${unit}`;
}
