import type { PlatformName } from '#tests/support/engines/names.ts';

/** Names that reveal features that some supported engine lacks. */
export interface NameIndex {
  globals: ReadonlyMap<string, PlatformName>;
  /** A member of an object with a global name, such as `URL` or `navigator`. */
  ownMember(root: string, name: string): PlatformName | undefined;
  /** A member of a constructor's instances. */
  instanceMember(owner: string, name: string): PlatformName | undefined;
  /** Members recognized by their name alone, since no supported object has one of that name. */
  unmistakable: ReadonlyMap<string, PlatformName>;
  events: ReadonlyMap<string, PlatformName>;
}

export const globalScopes: readonly string[] = ['window', 'self', 'globalThis'];
const scopeInterfaces = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope', 'EventTarget'];

/** Instances in the global scope, and their interfaces. */
const instances: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(globalScopes.map((scope) => [scope, scopeInterfaces])),
  navigator: ['Navigator', 'WorkerNavigator'],
  document: ['Document', 'Node', 'EventTarget'],
  performance: ['Performance', 'EventTarget'],
  screen: ['Screen'],
  history: ['History'],
  location: ['Location'],
  crypto: ['Crypto'],
  caches: ['CacheStorage'],
  indexedDB: ['IDBFactory'],
};

/** Returns `safari` for `safari_ios 16.4`. */
const engineOf = (browser: string) => /^[a-z]+/.exec(browser)?.[0];

/** An event is missing only if an engine lacks it on phone and desktop: touch and mouse don't fire the same events. */
function isMissing({ kind, missingIn }: PlatformName): boolean {
  if (kind !== 'event') return missingIn.length > 0;
  const engines = missingIn.map(engineOf);
  return new Set(engines).size < engines.length;
}

export function nameIndex(names: readonly PlatformName[]): NameIndex {
  const missing = names.filter(isMissing);
  const supported = names.filter((each) => !isMissing(each));
  const without = (of: (name: PlatformName) => boolean, takenBy = of) => {
    const taken = new Set(supported.filter(takenBy).map(({ name }) => name));
    return new Map(missing.filter((each) => of(each) && !taken.has(each.name)).map((each) => [each.name, each]));
  };
  const isMember = ({ kind, owner }: PlatformName) => kind !== 'event' && owner !== null;
  // A constructor and its instances may both have a member of a name: `Response.json` is newer than a response's
  // `json()`.
  const membersOf = (not: PlatformName['kind']) => {
    const isMeant = (each: PlatformName) => isMember(each) && each.kind !== not;
    const pathOf = ({ owner, name }: PlatformName) => `${owner}.${name}`;
    const taken = new Set(supported.filter(isMeant).map(pathOf));
    return { taken, missing: new Map(missing.filter(isMeant).map((each) => [pathOf(each), each])) };
  };
  const [ofInstances, ofOwners] = [membersOf('static'), membersOf('instance')];
  const globals = without(({ kind }) => kind === 'global');
  // Members of a missing global are only reachable through it. An array's iterator is an Iterator, though.
  const isWithinMissing = ({ path }: PlatformName) => {
    const outermost = path.replace(/^(api|javascript\.builtins)\./, '').split('.')[0] ?? '';
    return outermost !== 'Iterator' && globals.has(outermost);
  };
  return {
    globals,
    ownMember(root, name) {
      if (globalScopes.includes(root) && globals.has(name)) return globals.get(name);
      const paths = (instances[root] ?? [root]).map((owner) => `${owner}.${name}`);
      const members = root in instances ? ofInstances : ofOwners;
      if (paths.some((path) => members.taken.has(path))) return undefined;
      return paths.map((path) => members.missing.get(path)).find(Boolean);
    },
    instanceMember(owner, name) {
      const path = `${owner}.${name}`;
      return ofInstances.taken.has(path) ? undefined : ofInstances.missing.get(path);
    },
    unmistakable: without((each) => isMember(each) && each.kind !== 'static' && !isWithinMissing(each), isMember),
    events: without(({ kind }) => kind === 'event'),
  };
}
