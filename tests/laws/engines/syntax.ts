import { parseAst } from 'vite';

/** A node of a program's ESTree syntax tree. */
export interface SyntaxNode {
  type: string;
  /** Its start in the program, in UTF-16 units. */
  start: number;
  [property: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** @throws {SyntaxError} if the code isn't a module */
export const parseModule = (code: string): SyntaxNode => parseAst(code) as unknown as SyntaxNode;

export const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** Visits a node and all its descendants, each with its enclosing nodes, innermost last. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
  around: SyntaxNode[] = [],
): void {
  visit(node, around);
  around.push(node);
  for (const child of childrenOf(node)) walk(child, visit, around);
  around.pop();
}

/** The text of a literal string; null for other nodes. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  const [part, ...others] = (node.type === 'TemplateLiteral' ? node.quasis : []) as { value: { cooked: string } }[];
  return part === undefined || others.length > 0 ? null : part.value.cooked;
}

/** `b` of `a.b`, `a?.b` and `a['b']`; null for other nodes. */
export function memberName(node: SyntaxNode): string | null {
  if (node.type !== 'MemberExpression' || !isNode(node.property)) return null;
  return node.computed === true ? textOf(node.property) : String(node.property.name);
}

export const identifierName = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : null;
