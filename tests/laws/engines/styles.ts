import { type AtRule, type ChildNode, type Container, type Declaration, parse } from 'postcss';
import { type StyleFeature, styleFeature } from '#tests/support/engines/style-names.ts';

const isVendors = (name: string) => /^-(webkit|moz|ms|o)-/.test(name);
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase());
/** Removes strings and addresses, whose words are no features. */
const bare = (text: string) => text.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, ' ');

function inSelector(selector: string): (StyleFeature | undefined)[] {
  const text = bare(selector).replace(/\[[^\]]*\]/g, ' ');
  const nesting = /&/.test(text) ? [styleFeature.selector('nesting')] : [];
  // Vendors' pseudo-elements, such as ::-webkit-scrollbar, are meant for their engines alone: they match no feature here.
  return [...nesting, ...matches(text, /::?([a-z][a-z-]*)/gi).map(styleFeature.selector)];
}

function inValue(property: string, value: string): (StyleFeature | undefined)[] {
  const text = bare(value);
  return [
    ...matches(text, /(?<![\w-])([a-z][a-z-]*)\(/gi).map(styleFeature.function),
    ...matches(text, /(?<![\w.#-])[+-]?(?:\d+\.?\d*|\.\d+)([a-z]+)/gi).map(styleFeature.unit),
    ...matches(text, /(?<![\w.#-])([a-z][a-z-]*)(?![\w(-])/gi).map((word) => styleFeature.value(property, word)),
  ];
}

function inAtRule({ name, params }: AtRule): (StyleFeature | undefined)[] {
  const features = name === 'media' ? matches(params, /\(\s*(?:[\d.]+\w*\s*[<>]=?\s*)?([a-z-]+)/gi) : [];
  return [styleFeature.atRule(name), ...features.map(styleFeature.mediaFeature)];
}

/** True if the same rule has an older or a prefixed declaration, too: engines take the last that they understand. */
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
  feature: StyleFeature;
  /** The rule or at-rule that has it. */
  where: string;
}

/** Finds features of a style sheet that some supported engine lacks, and that have no fallback. */
export function unknownStyles(css: string): UnknownStyle[] {
  const found: UnknownStyle[] = [];
  const take = (features: (StyleFeature | undefined)[], where: string) => {
    for (const feature of features) if (feature && feature.missingIn.length > 0) found.push({ feature, where });
  };
  const visit = (container: Container, head: string) => {
    for (const node of container.nodes ?? []) {
      // The rules inside @supports are for engines that have the feature.
      if (node.type === 'atrule' && node.name === 'supports') continue;
      if (node.type === 'rule') take(inSelector(node.selector), headOf(node));
      else if (node.type === 'atrule' && !isVendors(node.name)) take(inAtRule(node), headOf(node));
      else if (node.type === 'decl' && !isVendors(node.prop) && !hasFallback(node)) {
        take([styleFeature.property(node.prop), ...inValue(node.prop, node.value)], head);
      }
      if ('nodes' in node) visit(node as Container, headOf(node));
    }
  };
  visit(parse(css), '');
  return found;
}
