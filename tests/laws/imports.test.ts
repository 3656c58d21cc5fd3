import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, projectFiles, read } from './files.ts';

interface Layer {
  /** Layers it may import, besides itself. */
  layers: string[];
  /** Packages it may import; none given: any. */
  packages?: RegExp;
  why: string;
}

const layers: Record<string, Layer> = {
  contract: { layers: [], packages: /^valibot$/, why: 'the contract is what goes over the wire, and nothing else' },
  domain: {
    layers: ['contract'],
    packages: /^valibot$/,
    why: 'rules are pure: the page, the worker and the server share them',
  },
  offline: {
    layers: ['contract', 'domain'],
    packages: /^(valibot|idb)$/,
    why: "the phone's copy is read by the worker, which has no page",
  },
  api: { layers: ['contract', 'domain', 'offline'], why: 'the client serves every feature, and so knows none' },
  ui: {
    layers: [],
    packages: /^(react|react-dom|@mantine\/.*|dayjs(\/.*)?)$/,
    why: 'small parts show what they are given, and know nothing of the product',
  },
  creator: {
    layers: ['contract', 'domain', 'ui'],
    why: 'the creators’ page has no session, no copy and no worker: it shares rules, words and looks with the app',
  },
  features: { layers: ['contract', 'domain', 'offline', 'api', 'ui'], why: 'a feature is composed by routes' },
  routes: { layers: ['contract', 'domain', 'offline', 'api', 'ui', 'features'], why: 'routes are composed by main' },
  app: {
    layers: ['contract', 'domain', 'offline', 'api', 'ui', 'features', 'routes'],
    why: 'the page reaches the server by the contract, and the worker by messages',
  },
  sw: {
    layers: ['contract', 'domain', 'offline'],
    packages: /^(valibot|idb|workbox-.*)$/,
    why: 'a worker has no page: what both need belongs to contract, domain or offline',
  },
  server: { layers: ['contract', 'domain'], why: 'the server could be replaced by another that keeps the contract' },
  cli: { layers: [], why: 'these programs run before anything is built' },
};

/** `src/main.tsx`, `src/router.ts` and their like are the layer `app`; programs beside the server's data are `cli`. */
function layerOf(path: string): string {
  if (path.startsWith('sw/')) return 'sw';
  if (path.endsWith('.mjs')) return 'cli';
  return /^src\/(\w+)\//.exec(path)?.[1] ?? 'app';
}

const isRelative = (specifier: string) => specifier.startsWith('.');
const edges = projectFiles(/\.(ts|tsx|mjs)$/, 'src', 'sw').flatMap((file) =>
  importsOf(read(file)).map((specifier) => ({
    file,
    specifier,
    target: isRelative(specifier) ? posix.join(posix.dirname(file), specifier) : null,
  })),
);

describe('imports go one way', () => {
  test('the search finds imports at all', () => {
    expect(importsOf("import { a } from './a.ts';\nimport './b.css';\nconst c = await import('./c.ts');")).toEqual([
      './a.ts',
      './b.css',
      './c.ts',
    ]);
    expect(importsOf("import {\n  a,\n} from 'a';\nexport type { B } from './b.ts';\n// import x from 'y';")).toEqual([
      'a',
      './b.ts',
    ]);
    expect(edges.length).toBeGreaterThan(20);
  });

  test.each(Object.entries(layers))('%s', (name, { layers: allowed, packages, why }) => {
    const wrong = edges
      .filter(({ file }) => layerOf(file) === name)
      .filter(({ specifier, target }) => {
        if (target === null) return packages !== undefined && !packages.test(specifier);
        const to = layerOf(target);
        return to !== name && !allowed.includes(to);
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, `${name} may import ${[name, ...allowed].join(', ')}: ${why}`).toEqual([]);
  });

  test('every folder of src is a layer with a rule', () => {
    const names = new Set(projectFiles(/\.tsx?$/, 'src').map(layerOf));
    expect([...names].filter((name) => !layers[name])).toEqual([]);
  });

  // Money is asked for in one way, wherever it is asked for.
  const builtOn = ['billing'];

  test("a feature takes another's queries, never its components, but for billing's", () => {
    const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
    const wrong = edges
      .filter(({ file, target }) => target !== null && featureOf(file) && featureOf(target))
      .filter(({ file, target }) => featureOf(file) !== featureOf(target ?? '') && !/\/queries\.ts$/.test(target ?? ''))
      .filter(({ target }) => !builtOn.includes(featureOf(target ?? '') ?? ''))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, 'features stay apart so that one can be changed without the others: routes compose them').toEqual([]);
  });
});
