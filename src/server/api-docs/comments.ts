import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** An object in the contract's source: its keys, its fields' docstrings and the docstring of the constant that holds it. */
interface SourceObject {
  keys: string[];
  hasSpread: boolean;
  /** True inside `v.object(…)`; false for an object that is spread into one. */
  isSchema: boolean;
  fields: ReadonlyMap<string, string>;
  own: string | undefined;
}

interface Node {
  type: string;
  start: number;
  [property: string]: unknown;
}

/**
 * Docstrings of an object schema's fields, found by its keys. They are parsed from the source, because texts in schemas
 * would ship with the app.
 */
export function fieldTexts(keys: readonly string[]): ReadonlyMap<string, string> {
  const fitting = objects.filter((object) => object.keys.every((key) => keys.includes(key)) && isWhole(object, keys));
  // A closer match is set later, so it wins.
  return new Map(fitting.sort((a, b) => a.keys.length - b.keys.length).flatMap(({ fields }) => [...fields]));
}

/** The docstring of the constant that holds an object schema; undefined if there is none. */
export const schemaText = (keys: readonly string[]): string | undefined =>
  objects.find((object) => object.isSchema && !object.hasSpread && isWhole(object, keys) && object.own)?.own;

const isWhole = ({ keys, hasSpread, isSchema }: SourceObject, all: readonly string[]) =>
  keys.length > 0 && (hasSpread || !isSchema || (keys.length === all.length && keys.every((key) => all.includes(key))));

function objectsIn(code: string): SourceObject[] {
  const { program, comments } = parseSync('contract.ts', code);
  const docstringBefore = (start: number) => {
    const comment = comments.findLast(({ end }) => end <= start);
    const isNext = comment?.type === 'Block' && code.slice(comment.end, start).trim() === '';
    return isNext && comment.value.startsWith('*') ? plainText(comment.value) : undefined;
  };
  const found: SourceObject[] = [];
  const visit = (node: Node, around: readonly Node[]): void => {
    if (node.type === 'ObjectExpression') {
      const properties = node.properties as Node[];
      const named = properties.flatMap((property) => {
        const { name } = (property.key ?? {}) as { name?: string };
        return property.type === 'Property' && name !== undefined ? [{ name, start: property.start }] : [];
      });
      const parent = around.at(-1);
      const statement = around.findLast(({ type }) => /^(ExportNamed|Variable)Declaration$/.test(type));
      const declared = around.find(({ type }) => type === 'ExportNamedDeclaration') ?? statement;
      // A nested schema doesn't get the outer docstring.
      const isOutermost = !around.some(({ type }) => type === 'ObjectExpression');
      found.push({
        keys: named.map(({ name }) => name),
        hasSpread: named.length < properties.length,
        isSchema: parent?.type === 'CallExpression' && calleeOf(parent) === 'object',
        fields: new Map(
          named
            .flatMap(({ name, start }) => [[name, docstringBefore(start) ?? ''] as const])
            .filter(([, text]) => text),
        ),
        own: isOutermost && declared ? docstringBefore(declared.start) : undefined,
      });
    }
    for (const child of childrenOf(node)) visit(child, [...around, node]);
  };
  visit({ ...program }, []);
  return found;
}

const calleeOf = (call: Node) => (call.callee as { property?: { name?: string } }).property?.name;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
const childrenOf = (node: Node) =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** Turns a docstring into a sentence, without its reference to the specification, which readers of the document don't know. */
function plainText(comment: string): string {
  const text = comment
    .replace(/^\*+/, '')
    .replace(/\n\s*\*? ?/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/^\s*Beyond the specification[^:.]*[:.]\s*/, '')
    .trim();
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

const folder = new URL('../../contract/', import.meta.url);
const objects = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => objectsIn(readFileSync(new URL(name, folder), 'utf8')));
