import { beforeAll, describe, expect, test } from 'vitest';
import { supportedEngines } from '#cli/supported-engines.mjs';
import { platformNames } from '#tests/support/engines/names.ts';
import { read } from '../files.ts';
import { allowedInScripts, allowedInStyles } from './allowed.ts';
import { type BuiltFiles, readBuilt } from './built.ts';
import { nameIndex } from './name-index.ts';
import { unknownStyles } from './styles.ts';
import { usesIn } from './uses.ts';

/** A megabyte of programs takes three seconds on an idle machine, and more beside other tests. */
const walkMs = 60_000;
const index = nameIndex(platformNames());

/** Removes the findings that an allowance covers. */
function toFailure(
  found: { feature: { path: string; missingIn: readonly string[] }; where: string }[],
  allowed: typeof allowedInScripts,
) {
  const used = new Set<object>();
  const wrong = found.filter(({ feature, where }) => {
    const allowance = allowed.find(
      ({ feature: path, by }) =>
        (path.endsWith('*') ? feature.path.startsWith(path.slice(0, -1)) : feature.path === path) &&
        (typeof by === 'string' ? where.startsWith(by) : by.test(where)),
    );
    if (allowance) used.add(allowance);
    return allowance === undefined;
  });
  return {
    wrong: [
      ...new Set(
        wrong.map(({ feature, where }) => `${where} takes ${feature.path}, not in ${feature.missingIn.join(', ')}`),
      ),
    ],
    idle: allowed.filter((allowance) => !used.has(allowance)).map(({ feature, by }) => `${feature} by ${by}`),
  };
}

describe('the supported engines', () => {
  test('are those of the README and of the build', () => {
    const rows = [...read('README.md').matchAll(/^\| (Safari|Chrome|Firefox) +\| ([\d.]+) /gm)];
    expect(Object.fromEntries(rows.map(([, name = '', from]) => [name.toLowerCase(), from]))).toEqual(supportedEngines);
    expect(read('vite.config.ts')).toContain('supportedEngines');
  });

  describe('support every feature that the build uses', () => {
    let built: BuiltFiles;
    beforeAll(async () => {
      built = await readBuilt();
    }, 180_000);

    test('scripts check for newer features first', { timeout: walkMs }, () => {
      const found = built.scripts.flatMap(({ text, sourceAt }) =>
        usesIn(text, index).map(({ feature, start }) => ({ feature, where: sourceAt(start) })),
      );
      const { wrong, idle } = toFailure(found, allowedInScripts);
      expect(
        wrong,
        'an engine that lacks the feature fails on the whole screen: check for it first, or avoid it',
      ).toEqual([]);
      expect(idle, 'exceptions that are no longer needed').toEqual([]);
    });

    test('styles have fallbacks where it matters', { timeout: walkMs }, () => {
      const { wrong, idle } = toFailure(
        built.styles.flatMap(({ text }) => unknownStyles(text)),
        allowedInStyles,
      );
      expect(wrong, 'an engine that lacks the feature ignores the declaration, or the whole rule').toEqual([]);
      expect(idle, 'exceptions that are no longer needed').toEqual([]);
    });
  });
});

describe('the search finds', () => {
  const namesIn = (code: string) => usesIn(code, index).map(({ feature }) => feature.path);

  test.each([
    ['a static member', 'if (!URL.canParse(text)) stop();', 'api.URL.canParse_static'],
    ['a static member among others', 'fetch(url, { signal: AbortSignal.any([a, b]) });', 'api.AbortSignal.any_static'],
    [
      'a member of a JavaScript built-in',
      'const { promise } = Promise.withResolvers();',
      'javascript.builtins.Promise.withResolvers',
    ],
    [
      'a static member whose instances have an older one of its name',
      'Response.json(body);',
      'api.Response.json_static',
    ],
    ['a member through the global scope', 'globalThis.URL.canParse(text);', 'api.URL.canParse_static'],
    ['a member in brackets', "URL['canParse'](text);", 'api.URL.canParse_static'],
    ['a destructured member', 'const { groupBy } = Object;', 'javascript.builtins.Object.groupBy'],
    ['a global', 'new CloseWatcher();', 'api.CloseWatcher'],
    ['a global that a condition reads', 'if (scheduler) scheduler.yield();', 'api.scheduler'],
    ["a navigator's member", 'navigator.connection.saveData;', 'api.Navigator.connection'],
    [
      'a member of a constructed object, though another class has one of its name',
      'function f() { const search = new URLSearchParams(text); return search.size > 0; }',
      'api.URLSearchParams.size',
    ],
    ['a method by its name', 'found.values().take(2);', 'javascript.builtins.Iterator.take'],
    ["an iterator's method that arrays have", 'map.values().filter(isNew);', 'javascript.builtins.Iterator.filter'],
    [
      'a method of an iterator in a variable',
      'function f() { const found = text.matchAll(/a/g); return found.map(String); }',
      'javascript.builtins.Iterator.map',
    ],
    [
      'a stream that is iterated',
      'async () => { for await (const part of answer.body) take(part); };',
      'api.ReadableStream.@@asyncIterator',
    ],
    ['the flag v of a pattern', 'const letters = /[\\p{L}--[a-z]]/v;', 'javascript.builtins.RegExp.unicodeSets'],
    ['the flag v of a constructed pattern', "new RegExp(text, 'gv');", 'javascript.builtins.RegExp.unicodeSets'],
    ['a second argument', "url.searchParams.has('a', '1');", 'api.URLSearchParams.has.value_parameter'],
    [
      'a second argument of a constructor',
      "const search = new URLSearchParams(text); search.delete('a', '1');",
      'api.URLSearchParams.delete.value_parameter',
    ],
    ['a request that outlives its page', "fetch(url, { method: 'POST', keepalive: true });", 'api.Request.keepalive'],
    [
      'a module service worker',
      "navigator.serviceWorker.register(url, { type: 'module' });",
      'api.ServiceWorker.ecmascript_modules',
    ],
    ['an event that is never fired', "list.addEventListener('scrollend', settle);", 'scrollend_event'],
  ])('%s', (_, code, path) => {
    expect(namesIn(code)).toContainEqual(expect.stringContaining(path));
  });

  test.each([
    ['typeof', "if (typeof scheduler !== 'undefined') scheduler.yield();"],
    ['in', "const saves = 'connection' in navigator && navigator.connection.saveData;"],
    ['an optional call', 'URL.canParse?.(text);'],
    ['an optional member', 'navigator.connection?.saveData;'],
    ['a condition', 'const ok = URL.canParse ? URL.canParse(text) : parse(text);'],
    ['an early return', 'function f() { if (!("connection" in navigator)) return; navigator.connection.saveData; }'],
  ])('nothing if a program checks first: %s', (_, code) => {
    expect(namesIn(code)).toEqual([]);
  });

  test.each([
    ["the program's own members", 'const scheduler = make(); scheduler.yield; function f(URL) { URL.canParse(text); }'],
    [
      'features of all engines',
      'new URL(text); AbortSignal.timeout(1); [1].toSorted(); structuredClone(a); crypto.randomUUID(); answer.json();',
    ],
    ['other constructed objects', 'const size = (search) => search.size; const search = new Set(); search.size;'],
    ['a property of that name', 'const a = { scheduler: 1, ...b }; a.scheduler;'],
    ["an array's methods", 'Object.values(a).map(b); [...map.values()].filter(c); Array.from(map.keys()).some(d);'],
    ['iterating a value that may not be a stream', 'async () => { for await (const row of rows()) take(row); };'],
    ['older flags and arguments', "new RegExp(text, 'gu'); url.searchParams.has('a'); set.delete(a, b);"],
    ['a module worker', "new Worker(url, { type: 'module' });"],
  ])('nothing in %s', (_, code) => {
    expect(namesIn(code)).toEqual([]);
  });

  const stylesIn = (css: string) => unknownStyles(css).map(({ feature }) => feature.path);

  test.each([
    ['a selector', '.a:has(:checked) { color: red }', 'css.selectors.has'],
    ['a property', '.a { field-sizing: content }', 'css.properties.field-sizing'],
    ['a value', '.a { display: grid-lanes }', 'css.properties.display.grid-lanes'],
    ['a function', '.a { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
    ['a unit', '.a { height: 2rlh }', 'css.types.length.rlh'],
    ['an at-rule', '@starting-style { .a { opacity: 0 } }', 'css.at-rules.starting-style'],
    ['a relative color', '.a { color: oklch(from red l c h) }', 'css.types.color.oklch.relative_syntax'],
    [
      'an easing function',
      '.a { transition: opacity 1s linear(0, 0.5 20%, 1) }',
      'css.types.easing-function.linear-function',
    ],
    [
      'a discrete transition',
      '.a { transition: display 1s allow-discrete }',
      'css.properties.transition-behavior.allow-discrete',
    ],
    [
      'a style query',
      '@container style(--wide: 1) { .a { color: red } }',
      'css.at-rules.container.style_queries_for_custom_properties',
    ],
    ['alignment in a block', '.a { align-content: center }', 'css.properties.align-content.context_block'],
    ['alternative text', '.a::before { content: "x" / "y" }', 'css.properties.content.alt_text'],
    ['a typed attribute', '.a { width: attr(data-width px) }', 'css.types.attr.type_function'],
    ['an attribute with a default', '.a { width: attr(data-width, 1px) }', 'css.types.attr.fallback'],
    [
      'another feature within @supports',
      '@supports (height: 1rlh) { .a { field-sizing: content } }',
      'css.properties.field-sizing',
    ],
    ['a feature within @supports not', '@supports not (height: 1rlh) { .a { height: 1rlh } }', 'css.types.length.rlh'],
    ['nesting', '.a { &:hover { color: red } }', 'css.selectors.nesting'],
    [
      'a feature that a condition tests',
      '@media (prefers-reduced-transparency) { .a { color: red } }',
      'css.at-rules.media.prefers-reduced-transparency',
    ],
  ])('%s in a style sheet', (_, css, path) => {
    expect(stylesIn(css)).toContain(path);
  });

  test.each([
    ['an older declaration before it', '.a { color: red; color: light-dark(red, blue) }'],
    ['a prefix', '.a { -webkit-user-select: none; user-select: none }'],
    ['@supports', '@supports (height: 1rlh) { .a { height: 1rlh } }'],
    ['@supports of a selector', '@supports selector(:has(a)) { .a:has(b) { color: red } }'],
    [
      '@supports with two conditions',
      '@supports (height: 1rlh) and (color: light-dark(red, blue)) { .a { color: light-dark(red, blue) } }',
    ],
    ['alignment in a flex box', '.a { display: flex; align-content: center }'],
    ['a plain attribute', '.a::before { content: attr(data-label) }'],
    ['features of all engines', '.a:focus-visible { height: 100dvh; color: color-mix(in srgb, red, blue); inset: 0 }'],
  ])('nothing with %s', (_, css) => {
    expect(stylesIn(css)).toEqual([]);
  });
});
