import postcss, { type Declaration } from 'postcss';
import { describe, expect, test } from 'vitest';
import { breakpoints } from '#ui/styles/breakpoints.ts';
import { tokens } from '#ui/styles/tokens.ts';
import { colourNames } from './colour-names.ts';
import { projectFiles, read } from './files.ts';

const sheets = projectFiles(/\.css$/, 'src', 'tests/gallery').map((path) => ({
  path,
  root: postcss.parse(read(path)),
}));

const size = /(?<![\w.])(?!1px)[\d.]+(px|r?em|r?lh|r?ch|ex|pt|pc|mm|cm|in|q|[sdl]?v\w+|cq\w+)\b/i;
const colour = new RegExp(`(?<![\\w-])(${colourNames.join('|')})(?![\\w-])`, 'i');

/** Kinds of properties, with the token for a raw value. A margin of 1px is a line's width, not spacing. */
const kinds = [
  { properties: /^((row-|column-)?gap|(scroll-)?(margin|padding)(-\w+)*)$/, raw: size, token: '--space-…' },
  { properties: /^border(-\w+)*-radius$/, raw: /[1-9]/, token: '--radius-…' },
  { properties: /^font(-size)?$/, raw: /\d/, token: '--text-…' },
  { properties: /^line-height$/, raw: /(?<![\w.])(?!1$)[\d.]+/, token: '--leading-…' },
  { properties: /^font-weight$/, raw: /^(?!400$|600$|inherit$)/, token: '400 or 600' },
  {
    properties: /./,
    raw: /#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|(ok)?lab|(ok)?lch|color)a?\(/i,
    token: 'a colour of src/ui/theme/theme.ts',
  },
  {
    properties: /colou?r|^(background|border|outline|fill|stroke)|shadow/,
    raw: colour,
    token: 'a colour of src/ui/theme/theme.ts',
  },
] as const;

/** Raw values that are allowed, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'src/ui/styles/base.css font-size: 1rem': 'iPhones zoom into a field whose text is smaller',
  'src/features/sync/SyncBanner.module.css line-height: 0.9375rem': 'two lines fit into a banner of 32px',
  'src/features/sync/SyncBanner.module.css font-size: 0.75rem': 'two lines fit into a banner of 32px',
  'src/features/sync/SyncBanner.module.css line-height: 0.875rem': 'two lines fit into a banner of 32px',
  'src/features/wizard/fields/Reach.module.css margin-top: calc((6px - 28px) / 2)': 'centres the thumb on its track',
  'src/features/campaigns/list/CampaignHint.module.css margin: calc((var(--leading-body) - 44px) / 2) calc(-1 * var(--space-3)) calc((var(--leading-body) - 44px) / 2) calc(-1 * var(--space-2))':
    'a thumb needs more than the line of words that it stands in',
  'src/features/auth/AuthFrame.module.css margin-block: clamp(var(--space-2), 8dvh, calc(2 * var(--space-10))) var(--space-6)':
    'a low window gives its height to what is asked',
  'src/features/onboarding/Onboarding.module.css margin: clamp(var(--space-4), 5dvh, var(--space-12)) auto 0':
    'a low window gives its height to what is asked',
  'src/features/billing/AddFundsButton.module.css (max-width: 339px)': '400 % of zoom leave 320px',
};

/** Files with colors outside the theme, with the reason. */
const coloursOfTheirOwn: Readonly<Record<string, string>> = {
  'src/ui/theme/theme.ts': 'the theme itself',
  'src/ui/text/Mark.tsx': 'the mark is the same picture in both schemes, and wherever it is printed',
  'src/server/services/mail/render.ts': 'a mail reader takes no style sheet of the app',
  'src/server/http/creator/reminders-page.ts': 'a page that the server writes without the app',
};

const nameOf = (path: string, { prop, value }: Declaration) => `${path} ${prop}: ${value.replace(/\s+/g, ' ')}`;

/** Values of the custom properties that style sheets define: a raw value in one is raw wherever it is used. */
function ownProperties(roots: readonly postcss.Root[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const root of roots) {
    root.walkDecls(/^--/, ({ prop, value }) => {
      found.set(prop, `${found.get(prop) ?? ''} ${value}`);
    });
  }
  return found;
}
const own = ownProperties(sheets.map(({ root }) => root));
const withoutTokens = (value: string, set = own): string =>
  value.replace(/var\((--[\w-]+)\)/g, (_, name) => withoutTokens(set.get(name) ?? '', set));

/** Raw values in a style sheet, as `path property: value`. */
function rawValues(path: string, root: postcss.Root, set = own): { name: string; token: string }[] {
  const found: { name: string; token: string }[] = [];
  root.walkDecls((declaration) => {
    const value = withoutTokens(declaration.value, set);
    const raw = kinds.find(({ properties, raw }) => properties.test(declaration.prop) && raw.test(value));
    if (raw) found.push({ name: nameOf(path, declaration), token: raw.token });
  });
  return found;
}

function rawIn(css: string): string[] {
  const root = postcss.parse(css);
  return rawValues('', root, ownProperties([root])).map(({ name }) => name.trim());
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*$/gm, '');

/**
 * Props of Mantine's and our components that are sizes of a scale. 0 is on every scale, and a name such as `sm` is a
 * token.
 */
const sizeProp =
  /\s((?:[mp][trblxyse]?|gap|rowGap|columnGap|spacing|radius|bdrs|fz|lh)=(?:\{-?(?!0\})[\d.]+\}|"-?[\d.]+(?:px|r?em|%)?"))/g;
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Raw values in a component: props that are sizes, and `style={{ … }}` by the rules of a style sheet. */
function rawProps(source: string): string[] {
  const text = withoutComments(source);
  const props = [...text.matchAll(sizeProp)].map(([, prop = '']) => prop);
  const styles = [...text.matchAll(/style=\{\{([^}]*)\}/g)].flatMap(([, style = '']) =>
    [...style.matchAll(/\b(\w+): ('[^']*'|-?[\d.]+)(?=\s*(?:,|$))/g)].flatMap(([, name = '', given = '']) => {
      const value =
        /\d$/.test(given) && !/^(fontWeight|lineHeight)$/.test(name) ? `${given}px` : given.replace(/'/g, '');
      return rawIn(`.a { ${kebab(name)}: ${given === '0' ? 0 : value} }`);
    }),
  );
  return [...props, ...styles];
}

const hex = /(?<=['"`\s:(,])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|(?:ok)?lab|(?:ok)?lch)a?\(/gi;
const coloursIn = (source: string) => withoutComments(source).match(hex) ?? [];
const colouring = projectFiles(/\.tsx?$/, 'src', 'sw').filter((path) => coloursIn(read(path)).length > 0);

/** Files that are painted before the theme is loaded, or without it. */
const early = ['index.html', 'manifest.webmanifest', 'src/creator/page.html', 'src/cli/start-up-images.mjs'];

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
  test('the search distinguishes raw values in rules from tokens', () => {
    const fine = `gap: 0; margin: -1px auto; border-radius: 0; font: inherit; font-size: inherit; line-height: 1; padding: var(--space-2);
      border: 1px solid var(--line); color: currentcolor; white-space: nowrap; background: light-dark(var(--red), var(--green));`;
    const raw = [
      ...['margin: -1px 6px', 'padding: max(var(--space-2), 3rem)', 'row-gap: 2vw', 'scroll-margin-top: 1ch'],
      ...[
        'border-radius: 50%',
        'border-top-left-radius: 8px',
        'font-size: 0.8em',
        'font: 600 13px/18px serif',
        'font-weight: 500',
      ],
      ...[
        'line-height: 1.4',
        'color: #fff',
        'background: rgba(0, 0, 0, 0.5)',
        'border-color: oklab(0 0 0)',
        'fill: white',
      ],
      ...['box-shadow: 0 0 4px tomato', '--own: 7px', 'gap: var(--own)'],
    ];
    const names = rawIn(`.a { ${fine} } .b { ${raw.join('; ')} }`);
    expect(names).toEqual(raw.filter((declaration) => !declaration.startsWith('--')));
  });

  test('use tokens for spacing, radii, type and colors', () => {
    const found = sheets.flatMap(({ path, root }) => rawValues(path, root)).filter(({ name }) => !(name in allowed));
    expect(found, 'every size must be a step of the scale').toEqual([]);
  });

  test('use only existing tokens, and every token is used', () => {
    const used = new Set(
      projectFiles(/\.(css|tsx?)$/, 'src')
        .filter((path) => path !== 'src/ui/styles/tokens.ts')
        .flatMap((path) => read(path).match(/--(space|radius|text|leading)-[\w-]+/g) ?? []),
    );
    expect([...used].sort()).toEqual(Object.keys(tokens).sort());
  });

  test('layouts change only at the three breakpoints', () => {
    const found = [...widths, ...inScripts.filter((name) => !name.startsWith('src/ui/styles/breakpoints.ts '))];
    const raw = found.filter((name) => !queries.has(name.slice(name.indexOf(' ') + 1)) && !(name in allowed));
    const spelled = inScripts.filter((name) => !/^src\/(ui\/styles\/breakpoints|server\/)/.test(name));
    expect(widths.length).toBeGreaterThan(10);
    expect(raw, 'each breakpoint adds a layout to test').toEqual([]);
    expect(spelled, 'scripts take them from src/ui/styles/breakpoints.ts').toEqual([]);
  });

  test('every exception is needed', () => {
    const names = [...sheets.flatMap(({ path, root }) => rawValues(path, root).map(({ name }) => name)), ...widths];
    expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('components', () => {
  test('the search distinguishes raw props from tokens', () => {
    const fine = `<A mt="xs" radius="md" m={0} gap={given} height={8} style={{ height: 44, margin: 0, width: \`\${a}%\`, top: topPx }} />
      // mt={8}
      <B style={{ borderRadius: 'var(--radius-sm)' }} />`;
    expect(rawProps(fine)).toEqual([]);
    expect(rawProps('<A mt={8} radius="50%" p={2.5} style={{ borderRadius: 8, height: 2 }} />')).toEqual([
      ...['mt={8}', 'radius="50%"', 'p={2.5}', 'border-radius: 8px'],
    ]);
    expect(rawProps("<A style={{ padding: '8px 4px', color: '#fff' }} />")).toEqual([
      'padding: 8px 4px',
      'color: #fff',
    ]);
    expect(coloursIn("import a from '#api/a.ts'; const b = '#ABC'; // '#DEF'")).toEqual(['#ABC']);
  });

  test('use tokens for spacing, radii and type', () => {
    const found = projectFiles(/\.tsx$/, 'src').flatMap((path) => rawProps(read(path)).map((raw) => `${path} ${raw}`));
    expect(found, 'every size must be a step of the scale').toEqual([]);
  });

  test('use the theme’s colors', () => {
    const wrong = colouring.filter((path) => !(path in coloursOfTheirOwn));
    expect(wrong, 'a copied color stays when the theme changes').toEqual([]);
    expect(Object.keys(coloursOfTheirOwn).filter((path) => !colouring.includes(path))).toEqual([]);
  });

  test('files painted before the theme have its colors', () => {
    const ofTheme = new Set(coloursIn(read('src/ui/theme/theme.ts')).map((each) => each.toUpperCase()));
    const wrong = early.flatMap((path) =>
      coloursIn(read(path))
        .filter((each) => !ofTheme.has(each.toUpperCase()))
        .map((each) => `${path} ${each}`),
    );
    expect(wrong, 'the first frame would flash in another color').toEqual([]);
  });
});
