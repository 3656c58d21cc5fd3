import type { AtRule, Declaration } from 'postcss';
import type { PlatformFeature } from '#tests/support/engines/names.ts';
import { styleFeature } from '#tests/support/engines/style-names.ts';

type Found = (PlatformFeature | undefined)[];

/** `oklch(from red l c h)` */
function relativeColours(value: string): Found {
  return [...value.matchAll(/(?<![\w-])(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(\s*from\s/gi)].map(
    ([, name = '']) => styleFeature.syntax(['types', 'color', name.toLowerCase().replace(/a$/, ''), 'relative_syntax']),
  );
}

/** `attr(size px)`, `attr(size type(<length>))` and `attr(size, 1px)`; a plain `attr(size)` is old. */
function attributes(value: string): Found {
  const found: Found = [];
  for (const [, rest = ''] of value.matchAll(/(?<![\w-])attr\(\s*[\w|-]+\s*([^)]*)/gi)) {
    if (rest.includes(',')) found.push(styleFeature.syntax(['types', 'attr', 'fallback']));
    if (/^[^,\s]/.test(rest)) found.push(styleFeature.syntax(['types', 'attr', 'type_function']));
  }
  return found;
}

/** Layouts in which `align-content` is old. In a block it is new. */
const alignedLayouts = /\b(flex|grid|inline-flex|inline-grid)\b/;

function alignsBlock({ parent }: Declaration): boolean {
  const isGridOrFlex = parent?.some(
    (other) => other.type === 'decl' && other.prop === 'display' && alignedLayouts.test(other.value),
  );
  return isGridOrFlex !== true;
}

/**
 * Finds features that show only in a declaration's syntax, not in a single keyword.
 * @param value without strings and URLs
 */
export function syntaxIn(declaration: Declaration, value: string): Found {
  const { prop } = declaration;
  const found = [...relativeColours(value), ...attributes(value)];
  if (prop === 'transition' && /\ballow-discrete\b/.test(value)) {
    // The data lists it only below the longhand.
    found.push(styleFeature.syntax(['properties', 'transition-behavior', 'allow-discrete']));
  }
  if (prop === 'content' && value.includes('/')) found.push(styleFeature.syntax(['properties', 'content', 'alt_text']));
  if (prop === 'align-content' && value !== 'normal' && alignsBlock(declaration)) {
    found.push(styleFeature.syntax(['properties', 'align-content', 'context_block']));
  }
  return found;
}

const containerQueries: readonly [RegExp, string][] = [
  [/\bstyle\(/i, 'style_queries_for_custom_properties'],
  [/\bscroll-state\(/i, 'scroll-state_queries'],
  [/\banchored\(/i, 'anchor_position_queries'],
];

/** Finds the query types of an `@container`. */
export function containerQueriesIn({ name, params }: AtRule): Found {
  if (name !== 'container') return [];
  return containerQueries
    .filter(([pattern]) => pattern.test(params))
    .map(([, key]) => styleFeature.syntax(['at-rules', 'container', key]));
}
