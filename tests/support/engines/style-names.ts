import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier } from '@mdn/browser-compat-data/types';
import { childrenOf } from './names.ts';
import { enginesWithout } from './support.ts';

/** A feature of style sheets in MDN's data. */
export interface StyleFeature {
  /** Path in MDN's data, such as `css.selectors.has`. */
  path: string;
  /** Supported engines without it; empty if all have it. */
  missingIn: readonly string[];
}

function featureAt(path: readonly string[]): StyleFeature | undefined {
  const node = path.reduce<Identifier | undefined>((at, key) => at?.[key], bcd.css);
  const support = node?.__compat?.support;
  return support && { path: ['css', ...path].join('.'), missingIn: enginesWithout(support) };
}

/** The data groups units of containers and viewports. */
const unitGroups: readonly [RegExp, string][] = [
  [/^cq(w|h|i|b|min|max)$/, 'container_query_length_units'],
  [/^dv(w|h|i|b|min|max)$/, 'viewport_percentage_units_dynamic'],
  [/^lv(w|h|i|b|min|max)$/, 'viewport_percentage_units_large'],
  [/^sv(w|h|i|b|min|max)$/, 'viewport_percentage_units_small'],
];

/** Functions are nested below the types they make at any depth, some below several: `rect` is a shape and a clip. */
const functions = new Map<string, string[][]>();
function collectFunctions(node: Identifier, path: string[]): void {
  for (const [key, child] of childrenOf(node)) {
    functions.set(key, [...(functions.get(key) ?? []), [...path, key]]);
    collectFunctions(child, [...path, key]);
  }
}
collectFunctions(bcd.css.types ?? {}, ['types']);

function functionFeature(name: string): StyleFeature | undefined {
  const features = (functions.get(name) ?? []).flatMap((path) => featureAt(path) ?? []);
  return features.find(({ missingIn }) => missingIn.length === 0) ?? features[0];
}

/** Finds parts of style sheets in the data; undefined if the data lacks them. */
export const styleFeature = {
  atRule: (name: string) => featureAt(['at-rules', name]),
  mediaFeature: (name: string) => featureAt(['at-rules', 'media', name.replace(/^(min|max)-/, '')]),
  property: (name: string) => featureAt(['properties', name]),
  value: (property: string, keyword: string) => featureAt(['properties', property, keyword]),
  function: functionFeature,
  unit: (unit: string) =>
    featureAt(['types', 'length', unitGroups.find(([pattern]) => pattern.test(unit))?.[1] ?? unit]),
  selector: (name: string) => featureAt(['selectors', name]),
};
