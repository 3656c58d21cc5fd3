import postcss from 'postcss';
import { expect, test } from 'vitest';
import { projectFiles, read } from './files.ts';

/** The skip link is hidden only until it is focused. */
const allowed = ['src/features/shell/Shell.module.css top: -100px'];
const theOneWay = ['src/ui/text/VisuallyHidden.tsx', 'src/ui/text/VisuallyHidden.module.css'];

/** Declarations that hide text visually and leave it to screen readers. */
const hides = [
  /^clip(-path)?:/,
  /^(top|left|right|bottom|inset|inset-.+|margin|margin-.+|text-indent|transform|translate):.*-\d{3,}(px|r?em|v\w|%)/,
  /^font-size: 0\D*$/,
];

/** Declarations of a style sheet that hide text. */
function hiding(css: string): string[] {
  const found: string[] = [];
  postcss.parse(css).walkDecls(({ prop, value }) => {
    const declaration = `${prop}: ${value}`;
    if (hides.some((pattern) => pattern.test(declaration))) found.push(declaration);
  });
  return found;
}

/** Lines of a script that hide text by a style, a class of that name, or a library's component. */
function hidingLines(script: string): string[] {
  const ways = [
    /\bclip(Path)?: /,
    /: ['"`]?-\d{4,}/,
    /['"`\s](sr-?only|srOnly|visually-hidden)\b/,
    /^import .*\bVisuallyHidden\b.* from '@|VisuallyHidden\.layer/,
  ];
  return script.split('\n').filter((line) => ways.some((way) => way.test(line)));
}

const elsewhere = (pattern: RegExp) => projectFiles(pattern, 'src').filter((path) => !theOneWay.includes(path));

test('the search finds the usual techniques', () => {
  const css = `.a { clip: rect(0 0 0 0); clip-path: circle(0); left: -9999px; text-indent: -100vw; font-size: 0;
    margin: -1px; left: -12px; font-size: 0.8rem; transform: translateX(-50%) }`;
  expect(hiding(css)).toHaveLength(5);
  const script = [
    "import { Button, VisuallyHidden } from '@mantine/core';",
    "import '@mantine/core/styles/VisuallyHidden.layer.css';",
    '<i className="label sr-only">',
    "style={{ clipPath: 'inset(50%)' }}",
    "style={{ left: '-9999px' }}",
    "import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';",
    '<VisuallyHidden>Tags</VisuallyHidden>',
  ];
  expect(hidingLines(script.join('\n'))).toEqual(script.slice(0, 5));
});

test('text is visually hidden by one technique', () => {
  const found = [
    ...elsewhere(/\.css$/).flatMap((path) => hiding(read(path)).map((way) => `${path} ${way}`)),
    ...elsewhere(/\.tsx?$/)
      .filter((path) => !path.startsWith('src/server/'))
      .flatMap((path) => hidingLines(read(path)).map((way) => `${path} ${way}`)),
  ];
  expect(found, 'use src/ui/text/VisuallyHidden.tsx').toEqual(allowed);
});

test('the allowed technique exists', () => {
  expect(hiding(read('src/ui/text/VisuallyHidden.module.css'))).toContain('clip-path: inset(50%)');
});
