import { platformFeature } from '#tests/support/engines/names.ts';
import { constructorOf, initialValue } from './made-by.ts';
import { identifierName, isNode, memberName, type SyntaxNode, textOf } from './syntax.ts';

/** Methods of iterators that arrays have, too, so the name alone is ambiguous. */
const sharedWithArrays = ['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some'];

const argumentsOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Array.isArray(node.arguments) ? node.arguments.filter(isNode) : [];

/** True for `map.values()`, `list.entries()` and `text.matchAll(pattern)`. `Object.values(a)` makes an array. */
function makesIterator(node: unknown): boolean {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node.callee)) return false;
  const name = memberName(node.callee) ?? '';
  if (name === 'matchAll') return true;
  return /^(entries|keys|values)$/.test(name) && argumentsOf(node).length === 0;
}

/** True if its name suggests a stream: `answer.body`, `file.stream()`, `readable`. */
function isStream(node: unknown): boolean {
  if (!isNode(node)) return false;
  if (node.type === 'CallExpression') return isNode(node.callee) && memberName(node.callee) === 'stream';
  return /^(body|readable|stream)$/.test(memberName(node) ?? identifierName(node) ?? '');
}

const hasProperty = (node: SyntaxNode | undefined, name: string, isWanted: (value: unknown) => boolean) =>
  node?.type === 'ObjectExpression' &&
  (node.properties as SyntaxNode[]).some(
    ({ key, value }) => (identifierName(key) ?? textOf(key)) === name && isWanted(value),
  );

function calledWith(node: SyntaxNode, around: readonly SyntaxNode[]): string | null {
  if (!isNode(node.callee)) return null;
  const given = argumentsOf(node);
  const name = memberName(node.callee) ?? identifierName(node.callee) ?? '';
  const object = isNode(node.callee.object) ? node.callee.object : null;
  if (object && sharedWithArrays.includes(name) && makesIterator(initialValue(object, around))) {
    return `javascript.builtins.Iterator.${name}`;
  }
  if (object && (name === 'has' || name === 'delete') && given.length === 2) {
    const isSearch = memberName(object) === 'searchParams' || constructorOf(object, around) === 'URLSearchParams';
    if (isSearch) return `api.URLSearchParams.${name}.value_parameter`;
  }
  if (name === 'RegExp' && textOf(given[1])?.includes('v')) return 'javascript.builtins.RegExp.unicodeSets';
  const asksToLive = (value: unknown) => isNode(value) && value.value !== false;
  if (/^(fetch|Request)$/.test(name) && hasProperty(given[1], 'keepalive', asksToLive)) return 'api.Request.keepalive';
  const isModule = (value: unknown) => textOf(value) === 'module';
  if (!hasProperty(given[1], 'type', isModule)) return null;
  if (name === 'register') return 'api.ServiceWorker.ecmascript_modules';
  return /^(Shared)?Worker$/.test(name) ? `api.${name}.${name}.ecmascript_modules` : null;
}

/**
 * Finds the feature that shows in the syntax around a node, if its names alone don't reveal it: in arguments, a
 * pattern's flags, or a method's kind of object. Undefined if there is none, or if all engines support it.
 * @param around the enclosing nodes, innermost last
 */
export function writtenFeature(node: SyntaxNode, around: readonly SyntaxNode[]) {
  let path: string | null = null;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') path = calledWith(node, around);
  else if (node.type === 'ForOfStatement' && node.await === true && isStream(node.right)) {
    path = 'api.ReadableStream.@@asyncIterator';
  } else if (node.type === 'Literal' && (node.regex as { flags: string } | undefined)?.flags.includes('v')) {
    path = 'javascript.builtins.RegExp.unicodeSets';
  }
  const feature = path === null ? undefined : platformFeature(path);
  return feature && feature.missingIn.length > 0 ? feature : undefined;
}
