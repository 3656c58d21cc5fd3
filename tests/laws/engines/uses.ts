import type { PlatformFeature, PlatformName } from '#tests/support/engines/names.ts';
import { isGuarded } from './guards.ts';
import { constructorOf } from './made-by.ts';
import { globalScopes, type NameIndex } from './name-index.ts';
import {
  childrenOf,
  identifierName,
  isNode,
  memberName,
  parseModule,
  type SyntaxNode,
  textOf,
  walk,
} from './syntax.ts';
import { writtenFeature } from './written.ts';

/** A place where a program uses a feature that a supported engine lacks, without checking for it. */
export interface Use {
  feature: PlatformFeature;
  /** Offset in the program, in UTF-16 units. */
  start: number;
}

/** All names that a program declares, in any scope: they aren't the browser's. */
function givenNames(program: SyntaxNode): Set<string> {
  const given = new Set<string>();
  const add = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    const name = identifierName(pattern);
    if (name !== null) given.add(name);
    else if (pattern.type === 'Property') add(pattern.value);
    else if (pattern.type === 'AssignmentPattern') add(pattern.left);
    else for (const child of childrenOf(pattern)) add(child);
  };
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator') add(node.id);
    else if (node.type === 'CatchClause') add(node.param);
    else if (/^Import.*Specifier$/.test(node.type)) add(node.local);
    else if (/Function|Class/.test(node.type)) {
      add(node.id);
      for (const param of Array.isArray(node.params) ? node.params : []) add(param);
    }
  });
  return given;
}

/** True if an identifier is read as a variable, and isn't the name of a property or a label. */
function isVariable(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return true;
  const { type, computed, shorthand } = parent;
  if (type === 'MemberExpression') return parent.object === node || computed === true;
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(type)) {
    return parent.value === node || computed === true || shorthand === true;
  }
  return !/Specifier$|^(Labeled|Break|Continue)Statement$|^MetaProperty$/.test(type);
}

/** Finds a program's uses of features that some supported engine lacks, unless it checks for them first. */
export function usesIn(code: string, index: NameIndex): Use[] {
  const program = parseModule(code);
  const given = givenNames(program);
  const uses: Use[] = [];

  const ownMember = (object: SyntaxNode, name: string): PlatformName | undefined => {
    const scope = isNode(object.object) ? identifierName(object.object) : null;
    const root = identifierName(object) ?? (globalScopes.includes(scope ?? '') ? memberName(object) : null);
    return root === null || given.has(root) ? undefined : index.ownMember(root, name);
  };

  const madeMember = (object: SyntaxNode, around: readonly SyntaxNode[], name: string): PlatformName | undefined => {
    const owner = constructorOf(object, around);
    return owner === null || given.has(owner) ? undefined : index.instanceMember(owner, name);
  };

  walk(program, (node, around) => {
    const parent = around.at(-1);
    const written = writtenFeature(node, around);
    if (written) uses.push({ feature: written, start: node.start });
    const take = (feature: PlatformName | undefined, name: string, isGlobal = false) => {
      if (feature && !isGuarded(node, around, name, isGlobal)) uses.push({ feature, start: node.start });
    };
    const variable = identifierName(node);
    if (variable !== null) {
      if (!given.has(variable) && isVariable(node, parent)) take(index.globals.get(variable), variable, true);
      return;
    }
    const name = memberName(node);
    if (name !== null && isNode(node.object)) {
      // Programs' own objects have members such as `path` or `config`, too: on an unknown object only a call counts.
      const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
      const known = ownMember(node.object, name) ?? madeMember(node.object, around, name);
      take(known ?? (isCalled ? index.unmistakable.get(name) : undefined), name);
    }
    if (node.type === 'CallExpression' && isNode(node.callee) && memberName(node.callee) === 'addEventListener') {
      const event = textOf((node.arguments as unknown[])[0]);
      if (event !== null) take(index.events.get(event), event);
    }
    if (
      node.type === 'VariableDeclarator' &&
      isNode(node.id) &&
      node.id.type === 'ObjectPattern' &&
      isNode(node.init)
    ) {
      for (const { key, value } of node.id.properties as SyntaxNode[]) {
        const taken = identifierName(key);
        // A default value shows that the program expects it to be missing.
        if (taken !== null && !(isNode(value) && value.type === 'AssignmentPattern')) {
          take(ownMember(node.init, taken), taken);
        }
      }
    }
  });
  return uses;
}
