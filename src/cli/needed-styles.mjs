import postcss from 'postcss';

/** Rules for print and pointers aren't needed before the app's own style sheets have loaded. */
const isLater = (/** @type {import('postcss').AtRule} */ { name, params }) =>
  /keyframes$/.test(name) || (name === 'media' && /print|hover|forced-colors/.test(params));

/** Attributes of the document element, which isn't part of the markup. */
const ofDocument = /^(data-mantine-color-scheme|data-respect-reduced-motion)$/;

/** Elements around the markup. */
const isAround = /^(html|body)$/;

/** True if the markup contains the selector's element, or all of its classes and attributes. */
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
 * The rules and variables that some markup needs to look right before its code's style sheets have loaded.
 * @param {string} html
 * @param {{ css: string, variables: string }} sheets `variables` is in the page unchanged, and may refer to variables
 * of `css`
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

/** Key that identifies a declaration in both sheets, even if quotes and whitespace in the selector differ. */
const placeOf = (/** @type {import('postcss').Declaration} */ { prop, parent }) =>
  parent?.type === 'rule' ? `${parent.selector.replace(/["\s]/g, '')} ${prop}` : prop;

/** Removes variables that the page's own variables override. The page's aren't in a layer, so they win. */
function removeReplaced(/** @type {import('postcss').Root} */ sheet, /** @type {import('postcss').Root} */ own) {
  const places = new Set();
  own.walkDecls((declaration) => void places.add(placeOf(declaration)));
  sheet.walkDecls(/^--/, (declaration) => {
    if (places.has(placeOf(declaration))) declaration.remove();
  });
}

/** Removes variables that no other declaration uses, directly or through other variables. */
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
