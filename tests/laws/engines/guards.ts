import { identifierName, isNode, memberName, type SyntaxNode, textOf, walk } from './syntax.ts';

/** True if a test, such as an `if`'s, mentions this name. */
function mentions(test: unknown, name: string): boolean {
  let found = false;
  if (isNode(test)) {
    walk(test, (node) => {
      found ||= memberName(node) === name || textOf(node) === name || identifierName(node) === name;
    });
  }
  return found;
}

const leaves = (node: unknown): boolean =>
  isNode(node) &&
  (/^(Return|Throw|Continue|Break)Statement$/.test(node.type) ||
    (node.type === 'BlockStatement' && (node.body as SyntaxNode[]).some(leaves)));

/** True if one of the statements before is `if (!test) return;`. */
const leftBefore = (statements: readonly SyntaxNode[], at: SyntaxNode, name: string): boolean =>
  statements
    .slice(0, statements.indexOf(at))
    .some(({ type, test, consequent }) => type === 'IfStatement' && mentions(test, name) && leaves(consequent));

/** True if a node's existence is only checked. */
function isAsked(node: SyntaxNode, parent: SyntaxNode | undefined, isGlobal: boolean): boolean {
  if (parent === undefined) return false;
  const { type, operator } = parent;
  if (type === 'UnaryExpression') return operator === 'typeof' || (operator === '!' && !isGlobal);
  // Reading a missing global throws, except in typeof.
  if (isGlobal) return false;
  if (type === 'CallExpression') return parent.optional === true && parent.callee === node;
  if (type === 'MemberExpression') return parent.optional === true && parent.object === node;
  if (type === 'LogicalExpression') return parent.left === node;
  if (type === 'IfStatement' || type === 'ConditionalExpression') return parent.test === node;
  return type === 'BinaryExpression' && /^[!=]==?$/.test(String(operator));
}

/**
 * True if a program checks that a feature exists before it uses it: by `typeof`, `in`, `?.` or an enclosing condition,
 * or by leaving the function if it is missing.
 * @param around the enclosing nodes, innermost last
 */
export function isGuarded(node: SyntaxNode, around: readonly SyntaxNode[], name: string, isGlobal: boolean): boolean {
  if (isAsked(node, around.at(-1), isGlobal)) return true;
  let inner = node;
  for (const outer of [...around].reverse()) {
    const { type } = outer;
    if (type === 'IfStatement' || type === 'ConditionalExpression') {
      if (outer.test !== inner && mentions(outer.test, name)) return true;
    } else if (type === 'LogicalExpression') {
      if (outer.right === inner && mentions(outer.left, name)) return true;
    } else if (type === 'BlockStatement' || type === 'Program') {
      if (leftBefore(outer.body as SyntaxNode[], inner, name)) return true;
    }
    inner = outer;
  }
  return false;
}
