import { identifierName, isNode, type SyntaxNode } from './syntax.ts';

/** `URLSearchParams` of `new URLSearchParams(text)`; null for other nodes. */
const madeBy = (node: unknown): string | null =>
  isNode(node) && node.type === 'NewExpression' ? identifierName(node.callee) : null;

/** Finds the declaration of a variable among some statements. */
function declaratorIn(statements: unknown, name: string): SyntaxNode | undefined {
  if (!Array.isArray(statements)) return undefined;
  return statements
    .filter(isNode)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as SyntaxNode[])
    .find(({ id }) => identifierName(id) === name);
}

/**
 * Resolves a variable to its initial value if the program shows it; else null. Returns other nodes unchanged.
 * @param around the enclosing nodes, innermost last
 */
export function initialValue(node: SyntaxNode, around: readonly SyntaxNode[]): unknown {
  const name = identifierName(node);
  if (name === null) return node;
  for (const outer of [...around].reverse()) {
    const declarator = declaratorIn(outer.body, name);
    if (declarator) return declarator.init;
    // A parameter of that name shadows outer declarations.
    if (Array.isArray(outer.params) && outer.params.some((param) => identifierName(param) === name)) return null;
  }
  return null;
}

/**
 * Constructor of an object if the program shows it: of `new X()` itself, and of a variable initialized with one. Null
 * if it isn't known.
 * @param around the enclosing nodes, innermost last
 */
export const constructorOf = (object: SyntaxNode, around: readonly SyntaxNode[]): string | null =>
  madeBy(initialValue(object, around));
