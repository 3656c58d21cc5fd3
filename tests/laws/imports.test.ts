import { describe, expect, test } from 'vitest';
import { arrowsOf, importsOf, inCycles, projectFiles, read, targetOf } from './files.ts';

interface Layer {
  /** Layers it may import, besides itself. */
  layers: string[];
  /** Packages it may import; any if none are given. */
  packages?: RegExp;
  why: string;
}

/** Packages that the worker's folders may import. Their layers below are listed from the lowest to the highest. */
const workerPackages = /^(valibot|idb|workbox-.*)$/;
const floor = (layers: string[], why: string): Layer => ({
  layers: ['contract', 'domain', ...layers],
  packages: workerPackages,
  why,
});

const layers: Record<string, Layer> = {
  contract: { layers: [], packages: /^valibot$/, why: 'the contract is what goes over the wire, and nothing else' },
  domain: {
    layers: ['contract'],
    packages: /^valibot$/,
    why: 'rules are pure: the page, the worker and the server share them',
  },
  store: {
    layers: ['domain'],
    packages: /^react$/,
    why: 'a value and those who look at it: every room of a page may stand on it',
  },
  uploads: {
    layers: ['contract', 'domain'],
    packages: /^tus-js-client$/,
    why: 'a file is sent in the same way, whoever sends it',
  },
  api: { layers: ['contract', 'domain', 'store', 'uploads'], why: 'the client serves every screen, and so knows none' },
  app: { layers: ['contract', 'domain', 'store', 'api'], why: 'what screens share knows no screen' },
  ui: {
    layers: ['store'],
    packages: /^(react|react-dom|@mantine\/.*|@tanstack\/react-virtual|dayjs(\/.*)?)$/,
    why: 'small parts show what they are given, and know nothing of the product',
  },
  creator: {
    layers: ['contract', 'domain', 'store', 'ui', 'uploads'],
    why: 'the creators’ page has no session, no copy and no worker: it shares rules, words and looks with the app',
  },
  features: { layers: ['contract', 'domain', 'store', 'api', 'app', 'ui'], why: 'a feature is composed by routes' },
  routes: {
    layers: ['contract', 'domain', 'store', 'api', 'app', 'ui', 'features'],
    why: 'routes are composed by main',
  },
  src: {
    layers: ['contract', 'domain', 'store', 'api', 'app', 'ui', 'features', 'routes'],
    why: 'the page reaches the server by the contract, and the worker by messages',
  },
  'sw/database': floor([], 'rows and their formats know nothing of what is done with them'),
  'sw/runtime': floor(['sw/database'], 'it names what the browser gives to a worker'),
  'sw/network': floor(['sw/database', 'sw/runtime'], 'a request knows neither copy nor queue'),
  'sw/copy': floor(['sw/database'], 'the copy shows records, and knows neither network nor queue'),
  'sw/queue': floor(['sw/database', 'sw/runtime', 'sw/network', 'sw/copy'], 'the queue lays intents over the copy'),
  'sw/storage': floor(
    ['sw/database', 'sw/runtime', 'sw/copy', 'sw/queue'],
    'room on the disk is made and given back here',
  ),
  'sw/sync': floor(
    ['sw/database', 'sw/runtime', 'sw/network', 'sw/copy', 'sw/queue', 'sw/storage'],
    'sync brings the copy up to date around what is queued',
  ),
  'sw/media': floor(['sw/database', 'sw/runtime'], 'videos and pictures are no part of the copy'),
  'sw/drafts': floor(
    ['sw/database', 'sw/runtime', 'sw/network', 'sw/copy', 'sw/queue', 'sw/media'],
    'drafts are chosen by copy and queue, and play beside other media',
  ),
  'sw/shell': floor(['sw/database', 'sw/runtime', 'sw/media'], 'the app’s own files are the same for every brand'),
  'sw/notices': floor(
    ['sw/database', 'sw/runtime', 'sw/network', 'sw/copy', 'sw/queue', 'sw/sync'],
    'a notice reads what is stored',
  ),
  'sw/gateway': floor(
    ['sw/database', 'sw/runtime', 'sw/network', 'sw/copy', 'sw/queue', 'sw/storage', 'sw/sync'],
    'the gateway answers pages from all of these',
  ),
  sw: floor(
    [
      ...['sw/database', 'sw/runtime', 'sw/network', 'sw/copy', 'sw/queue', 'sw/storage', 'sw/sync', 'sw/media'],
      ...['sw/shell', 'sw/notices', 'sw/gateway', 'sw/drafts'],
    ],
    'a worker has no page: what both need belongs to contract or domain',
  ),
  server: { layers: ['contract', 'domain'], why: 'the server could be replaced by another that keeps the contract' },
  cli: { layers: [], why: 'these programs run before anything is built' },
};

/** Layer of a file: `src/main.tsx` and its siblings are `src`, and `.mjs` programs are `cli`. */
function layerOf(path: string): string {
  if (path.endsWith('.mjs')) return 'cli';
  return /^(?:src\/(\w+)|(sw\/\w+))\//.exec(path)?.slice(1).find(Boolean) ?? (path.startsWith('sw/') ? 'sw' : 'src');
}

/** True if two files are in different folders of src, sw or tests, or in different features. */
function isOther(file: string, target: string): boolean {
  const roomOf = (path: string) => /^(src\/features\/[^/]+|(?:src|sw|tests)\/[^/]+|src|sw|tests)\//.exec(path)?.[1];
  return roomOf(file) !== roomOf(target);
}

const edges = projectFiles(/\.(ts|tsx|mjs)$/, 'src', 'sw').flatMap((file) =>
  importsOf(read(file)).map((specifier) => ({ file, specifier, target: targetOf(file, specifier) })),
);

describe('imports go one way', () => {
  test('the search finds imports', () => {
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

  test('every folder of src and sw is a layer with a rule', () => {
    const names = new Set(projectFiles(/\.tsx?$/, 'src', 'sw').map(layerOf));
    expect([...names].filter((name) => !layers[name])).toEqual([]);
  });

  test('other folders are imported by alias, not by relative path', () => {
    const written = projectFiles(/\.(ts|tsx|mjs)$/, 'src', 'sw', 'tests').filter((file) => !file.endsWith('.gen.ts'));
    const climbing = written.flatMap((file) =>
      importsOf(read(file))
        .filter((specifier) => {
          const target = targetOf(file, specifier);
          return (
            specifier.startsWith('../../') || (target !== null && specifier.startsWith('.') && isOther(file, target))
          );
        })
        .map((specifier) => `${file} imports ${specifier}`),
    );
    expect(climbing, 'a file that moves takes its relative imports along: use `#folder/…` for another folder').toEqual(
      [],
    );
  });

  const featureOf = (path: string | null) => /^src\/features\/([^/]+)\//.exec(path ?? '')?.[1];
  const betweenFeatures = edges.flatMap(({ file, specifier, target }) => {
    const [from, to] = [featureOf(file), featureOf(target)];
    return from !== undefined && to !== undefined && from !== to ? [{ file, specifier, target, from, to }] : [];
  });

  test('a feature imports only what another publishes, and routes compose them', () => {
    const wrong = betweenFeatures
      .filter(({ target, to }) => !RegExp(`^src/features/${to}/public\\.tsx?$`).test(target ?? ''))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(wrong, 'everything but a feature’s public.ts(x) can be changed without regard to other features').toEqual(
      [],
    );
  });

  test('features don’t import each other in cycles', () => {
    const arrows = arrowsOf(betweenFeatures);
    expect(arrows.size).toBeGreaterThan(5);
    expect(inCycles(arrows), 'move what both features need to a third, or compose it in their route').toEqual([]);
  });
});
