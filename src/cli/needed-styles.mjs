import postcss from 'postcss';

/** Rules for paper and for pointers are needed later: by then the app's own style sheets are there. */
const isLater = (/** @type {import('postcss').AtRule} */ { name, params }) =>
  /keyframes$/.test(name) || (name === 'media' && /print|hover|forced-colors/.test(params));

/** Attributes of the document's own element, which the markup has not. */
const ofDocument = /^(data-mantine-color-scheme|data-respect-reduced-motion)$/;

/** The document's own elements, which are around the markup. */
const isAround = /^(html|body)$/;

/** A rule can be of this markup if it has all classes and attributes that the selector names, or the one element. */
function couldMatch(
  /** @type {string} */ selector,
  /** @type {string} */ html,
  /** @type {ReadonlySet<string>} */ classes,
) {
  const named = selector.replace(/:not\([^)]*\)/g, '');
  if (/:disabled/.test(named)) return false;
  if (/^[a-z][a-z\d]*$/.test(named) && !isAround.test(named)) return html.includes(`<${named}`);
  for (const [, name = ''] of named.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)) if (!classes.has(name)) return false;
  for (const [, name = '', value] of named.matchAll(/\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]/g)) {
    if (!ofDocument.test(name) && !html.includes(value === undefined ? ` ${name}` : ` ${name}="${value}"`))
      return false;
  }
  return true;
}

const variablesIn = (/** @type {string} */ text) =>
  [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);

/**
 * The rules and variables that some markup needs, of the style sheets that come with its code: until these are there it has
 * to look the same.
 * @param {string} html
 * @param {{ css: string, variables: string }} sheets the variables are in the page as they are, and may refer to the others
 */
export function neededStyles(html, { css, variables }) {
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  const sheet = postcss.parse(css);
  sheet.walkComments((comment) => void comment.remove());
  sheet.walkAtRules((rule) => void (isLater(rule) && rule.remove()));
  sheet.walkRules((rule) => {
    const selectors = rule.selectors.filter((selector) => couldMatch(selector, html, classes));
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  const own = postcss.parse(variables);
  removeReplaced(sheet, own);
  keepUsedVariables(sheet, own, html);
  sheet.walk((node) => void ('nodes' in node && node.nodes?.length === 0 && node.remove()));
  return sheet.toString();
}

/** Place of a declaration, the same for both sheets however they are written. */
const placeOf = (/** @type {import('postcss').Declaration} */ { prop, parent }) =>
  parent?.type === 'rule' ? `${parent.selector.replace(/["\s]/g, '')} ${prop}` : prop;

/** Removes the variables that the page's own replace: those are in no layer, and so win. */
function removeReplaced(/** @type {import('postcss').Root} */ sheet, /** @type {import('postcss').Root} */ own) {
  const places = new Set();
  own.walkDecls((declaration) => void places.add(placeOf(declaration)));
  sheet.walkDecls(/^--/, (declaration) => {
    if (places.has(placeOf(declaration))) declaration.remove();
  });
}

/** Removes the variables that no other declaration needs, by whichever other variables. */
function keepUsedVariables(
  /** @type {import('postcss').Root} */ sheet,
  /** @type {import('postcss').Root} */ variables,
  /** @type {string} */ html,
) {
  /** @type {Map<string, string[]>} */
  const needs = new Map();
  const wanted = variablesIn(html);
  for (const part of [sheet, variables]) {
    part.walkDecls(({ prop, value }) => {
      if (prop.startsWith('--')) needs.set(prop, [...(needs.get(prop) ?? []), ...variablesIn(value)]);
      else wanted.push(...variablesIn(value));
    });
  }
  const used = new Set();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    wanted.push(...(needs.get(name) ?? []));
  }
  sheet.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--') && !used.has(declaration.prop)) declaration.remove();
  });
}
