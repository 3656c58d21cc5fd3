import { type AtRule, type ChildNode, type Container, type Declaration, parse } from 'postcss';
import type { PlatformFeature } from '#tests/support/engines/names.ts';
import { styleFeature } from '#tests/support/engines/style-names.ts';
import { containerQueriesIn, syntaxIn } from './style-syntax.ts';

const isVendors = (name: string) => /^-(webkit|moz|ms|o)-/.test(name);
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
/** Removes strings and URLs, whose words aren't features. */
const bare = (text: string) => text.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, ' ');

function inSelector(selector: string): (PlatformFeature | undefined)[] {
  const text = bare(selector).replace(/\[[^\]]*\]/g, ' ');
  const nesting = /&/.test(text) ? [styleFeature.selector('nesting')] : [];
  // Vendors' pseudo-elements, such as ::-webkit-scrollbar, are meant for their engines only: they match no feature
  // here.
  return [...nesting, ...matches(text, /::?([a-z][a-z-]*)/gi).map(styleFeature.selector)];
}

function inValue(property: string, value: string): (PlatformFeature | undefined)[] {
  const text = bare(value);
  return [
    ...matches(text, /(?<![\w-])([a-z][a-z-]*)\(/gi).map(styleFeature.function),
    ...matches(text, /(?<![\w.#-])[+-]?(?:\d+\.?\d*|\.\d+)([a-z]+)/gi).map(styleFeature.unit),
    ...matches(text, /(?<![\w.#-])([a-z][a-z-]*)(?![\w(-])/gi).map((word) => styleFeature.value(property, word)),
  ];
}

function inDeclaration(declaration: Declaration): (PlatformFeature | undefined)[] {
  const { prop, value } = declaration;
  return [styleFeature.property(prop), ...inValue(prop, value), ...syntaxIn(declaration, bare(value))];
}

function inAtRule(atRule: AtRule): (PlatformFeature | undefined)[] {
  const { name, params } = atRule;
  const features = name === 'media' ? matches(params, /\(\s*(?:[\d.]+\w*\s*[<>]=?\s*)?([a-z-]+)/gi) : [];
  return [styleFeature.atRule(name), ...features.map(styleFeature.mediaFeature), ...containerQueriesIn(atRule)];
}

/**
 * The declarations and selectors in a condition's innermost parentheses: `color: light-dark(red, blue)`,
 * `selector(:has(a))`.
 */
function partsOf(condition: string): string[] {
  const parts: string[] = [];
  const open: number[] = [];
  for (const [at, char] of [...condition].entries()) {
    if (char === '(') open.push(at);
    if (char !== ')') continue;
    const from = open.pop() ?? 0;
    const isSelector = /\bselector$/i.test(condition.slice(0, from));
    const inside = condition.slice(from + 1, at);
    if (isSelector) parts.push(`${inside}{}`);
    else if (/^\s*[\w-]+\s*:/.test(inside)) parts.push(`a{${inside}}`);
  }
  return parts;
}

/** Features that an `@supports` requires: the rules inside it are for engines that have them. */
function askedFor(condition: string): Set<string> {
  // The rules after `not` are for engines that lack the feature.
  if (/\bnot\b/i.test(condition)) return new Set();
  return new Set(partsOf(condition).flatMap((part) => unknownStyles(part).map(({ feature }) => feature.path)));
}

/**
 * True if the same rule also has an older or a prefixed declaration: engines take the last one that they understand.
 */
const hasFallback = (declaration: Declaration): boolean =>
  declaration.parent?.some(
    (other) =>
      other.type === 'decl' &&
      other !== declaration &&
      (other.prop === `-webkit-${declaration.prop}` ||
        (other.prop === declaration.prop && isBefore(other, declaration))),
  ) ?? false;

const isBefore = (one: ChildNode, other: ChildNode) =>
  (one.parent?.index(one) ?? 0) < (other.parent?.index(other) ?? 0);

/** Text before the braces. */
function headOf(node: ChildNode): string {
  if (node.type === 'rule') return node.selector;
  return node.type === 'atrule' ? `@${node.name} ${node.params}` : '';
}

export interface UnknownStyle {
  feature: PlatformFeature;
  /** The rule or at-rule that contains it. */
  where: string;
}

/** Finds features in a style sheet that some supported engine lacks, and that have no fallback. */
export function unknownStyles(css: string): UnknownStyle[] {
  const found: UnknownStyle[] = [];
  const visit = (container: Container, head: string, asked: ReadonlySet<string>) => {
    const take = (features: (PlatformFeature | undefined)[], where: string) => {
      for (const feature of features) {
        if (feature && feature.missingIn.length > 0 && !asked.has(feature.path)) found.push({ feature, where });
      }
    };
    for (const node of container.nodes ?? []) {
      const isSupports = node.type === 'atrule' && node.name === 'supports';
      if (node.type === 'rule') take(inSelector(node.selector), headOf(node));
      else if (node.type === 'atrule' && !isVendors(node.name)) take(inAtRule(node), headOf(node));
      else if (node.type === 'decl' && !isVendors(node.prop) && !hasFallback(node)) take(inDeclaration(node), head);
      if ('nodes' in node) {
        const within = isSupports ? new Set([...asked, ...askedFor(node.params)]) : asked;
        visit(node as Container, headOf(node), within);
      }
    }
  };
  visit(parse(css), '', new Set());
  return found;
}
