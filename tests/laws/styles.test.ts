import postcss, { type Declaration } from 'postcss';
import { describe, expect, test } from 'vitest';
import { breakpoints } from '../../src/ui/breakpoints.ts';
import { tokens } from '../../src/ui/tokens.ts';
import { projectFiles, read } from './files.ts';

const sheets = projectFiles(/\.css$/, 'src').map((path) => ({ path, root: postcss.parse(read(path)) }));

/** Kinds of properties, with what stands in the place of a raw value. A hair of 1px is a line, not a space. */
const kinds = [
  {
    properties: /^((row-|column-)?gap|(scroll-)?(margin|padding)(-\w+)*)$/,
    raw: /(?<![\w.])(?!1px)[\d.]+(px|r?em)\b/,
    token: '--space-…',
  },
  { properties: /^border(-\w+)*-radius$/, raw: /[1-9]/, token: '--radius-…' },
  { properties: /^font-size$/, raw: /\d/, token: '--text-…' },
  { properties: /^line-height$/, raw: /(?<![\w.])(?!1$)[\d.]+/, token: '--leading-…' },
  { properties: /^font-weight$/, raw: /^(?!400$|600$|inherit$)/, token: '400 or 600' },
  { properties: /./, raw: /#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i, token: 'a colour of src/ui/theme.ts' },
] as const;

/** What has no token, and the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/ui/base.css font-size: 1rem': 'iPhones zoom into a field whose text is smaller',
  'src/features/sync/SyncBanner.module.css line-height: 0.9375rem': 'two lines fit into a banner of 32px',
  'src/features/sync/SyncBanner.module.css font-size: 0.75rem': 'two lines fit into a banner of 32px',
  'src/features/sync/SyncBanner.module.css line-height: 0.875rem': 'two lines fit into a banner of 32px',
  'src/features/wizard/fields/Reach.module.css margin-top: calc((6px - 28px) / 2)': 'centres the thumb on its track',
  'src/features/campaigns/list/CampaignHint.module.css margin: calc((var(--leading-body) - 44px) / 2) calc(-1 * var(--space-3)) calc((var(--leading-body) - 44px) / 2) calc(-1 * var(--space-2))':
    'a thumb needs more than the line of words that it stands in',
  'src/features/billing/AddFundsButton.module.css (max-width: 339px)': '400 % of zoom leave 320px',
};

const withoutTokens = (value: string) => value.replace(/var\(--[\w-]+\)/g, '');
const nameOf = (path: string, { prop, value }: Declaration) => `${path} ${prop}: ${value.replace(/\s+/g, ' ')}`;

/** Raw values in a style sheet, as `path property: value`. */
function rawValues(path: string, root: postcss.Root): { name: string; token: string }[] {
  const found: { name: string; token: string }[] = [];
  root.walkDecls((declaration) => {
    const value = withoutTokens(declaration.value);
    for (const { properties, raw, token } of kinds)
      if (properties.test(declaration.prop) && raw.test(value)) found.push({ name: nameOf(path, declaration), token });
  });
  return found;
}

const queries = new Set<string>(Object.values(breakpoints).flatMap((each) => Object.values(each)));
const widths = sheets.flatMap(({ path, root }) => {
  const found: string[] = [];
  root.walkAtRules('media', ({ params }) => {
    for (const [query] of params.matchAll(/\((min|max)-width:[^)]*\)|\(width[^)]*\)/g)) found.push(`${path} ${query}`);
  });
  return found;
});
const inScripts = projectFiles(/\.tsx?$/, 'src').flatMap((path) =>
  [...read(path).matchAll(/\((min|max)-width:[^)]*\)/g)].map(([query]) => `${path} ${query}`),
);

describe('style sheets', () => {
  test('the search tells raw values from tokens', () => {
    const sheet = postcss.parse(
      '.a { margin: -1px 6px; padding: max(var(--space-2), 3rem); gap: 0; border-radius: 50%; font-size: inherit; color: #fff; line-height: 1 }',
    );
    expect(rawValues('x', sheet).map(({ name }) => name)).toEqual([
      'x margin: -1px 6px',
      'x padding: max(var(--space-2), 3rem)',
      'x border-radius: 50%',
      'x color: #fff',
    ]);
  });

  test('space, corners, type and colours are tokens', () => {
    const found = sheets.flatMap(({ path, root }) => rawValues(path, root)).filter(({ name }) => !(name in allowed));
    expect(found, 'a scale holds only while nobody steps between its steps').toEqual([]);
  });

  test('a token that is used is there, and one that is there is used', () => {
    const used = new Set(
      projectFiles(/\.(css|tsx?)$/, 'src')
        .filter((path) => path !== 'src/ui/tokens.ts')
        .flatMap((path) => read(path).match(/--(space|radius|text|leading)-[\w-]+/g) ?? []),
    );
    expect([...used].sort()).toEqual(Object.keys(tokens).sort());
  });

  test('layouts change at the three breakpoints', () => {
    const found = [...widths, ...inScripts.filter((name) => !name.startsWith('src/ui/breakpoints.ts '))];
    const raw = found.filter((name) => !queries.has(name.slice(name.indexOf(' ') + 1)) && !(name in allowed));
    const spelled = inScripts.filter((name) => !/^src\/(ui\/breakpoints|server\/)/.test(name));
    expect(widths.length).toBeGreaterThan(10);
    expect(raw, 'each width more is a layout more to look at').toEqual([]);
    expect(spelled, 'scripts take them from src/ui/breakpoints.ts').toEqual([]);
  });

  test('every exception is needed', () => {
    const names = [...sheets.flatMap(({ path, root }) => rawValues(path, root).map(({ name }) => name)), ...widths];
    expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([]);
  });
});
