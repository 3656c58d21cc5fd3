import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier } from '@mdn/browser-compat-data/types';
import { childrenOf, type PlatformFeature } from './names.ts';
import { enginesWithout } from './support.ts';

function featureAt(path: readonly string[]): PlatformFeature | undefined {
  const node = path.reduce<Identifier | undefined>((at, key) => at?.[key], bcd.css);
  const support = node?.__compat?.support;
  return support && { path: ['css', ...path].join('.'), missingIn: enginesWithout(support) };
}

/** The data groups container and viewport units. */
const unitGroups: readonly [RegExp, string][] = [
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^dv(w|h|i|b|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^lv(w|h|i|b|min|max)$/, 'viewport_percentage_units_large'],
  [/^sv(w|h|i|b|min|max)$/, 'viewport_percentage_units_small'],
];

/** Functions are nested at any depth below the types they produce, some below several: `rect` is a shape and a clip. */
const functions = new Map<string, string[][]>();
function collectFunctions(node: Identifier, path: string[]): void {
  for (const [key, child] of childrenOf(node)) {
    functions.set(key, [...(functions.get(key) ?? []), [...path, key]]);
    collectFunctions(child, [...path, key]);
  }
}
collectFunctions(bcd.css.types ?? {}, ['types']);

/** The data lists the easing function `linear()` under another name, because `linear` is a keyword, too. */
const functionNames: Readonly<Record<string, string>> = { linear: 'linear-function' };

function functionFeature(name: string): PlatformFeature | undefined {
  const features = (functions.get(functionNames[name] ?? name) ?? []).flatMap((path) => featureAt(path) ?? []);
  return features.find(({ missingIn }) => missingIn.length === 0) ?? features[0];
}

/** Finds style sheet features in the data; undefined if the data lacks them. */
export const styleFeature = {
  atRule: (name: string) => featureAt(['at-rules', name]),
  mediaFeature: (name: string) => featureAt(['at-rules', 'media', name.replace(/^(min|max)-/, '')]),
  property: (name: string) => featureAt(['properties', name]),
  /** Syntax of a color function, `attr()`, `@container` or a property, such as `['types', 'attr', 'fallback']`. */
  syntax: featureAt,
  value: (property: string, keyword: string) => featureAt(['properties', property, keyword]),
  function: functionFeature,
  unit: (unit: string) =>
    featureAt(['types', 'length', unitGroups.find(([pattern]) => pattern.test(unit))?.[1] ?? unit]),
  selector: (name: string) => featureAt(['selectors', name]),
};
