import type { PlatformName } from '#tests/support/engines/names.ts';

/** The names by which a thing that some supported engine lacks is found in a program. */
export interface NameIndex {
  globals: ReadonlyMap<string, PlatformName>;
  /** A member of a thing that is called by its own name, such as `URL` or `navigator`. */
  ownMember(root: string, name: string): PlatformName | undefined;
  /** A member of what a constructor makes. */
  instanceMember(owner: string, name: string): PlatformName | undefined;
  /** Members by their name alone, where no supported thing has one of that name. */
  unmistakable: ReadonlyMap<string, PlatformName>;
  events: ReadonlyMap<string, PlatformName>;
}

export const globalScopes: readonly string[] = ['window', 'self', 'globalThis'];
const scopeInterfaces = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope', 'EventTarget'];

/** Instances that stand in the global scope, and their interfaces. */
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

/** `safari_ios 16.4` is a Safari. */
const engineOf = (browser: string) => /^[a-z]+/.exec(browser)?.[0];

/** Fingers don't fire what mice do, nor the other way round: an event is missing where a whole engine lacks it. */
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
  // A constructor and what it makes may both have a member of a name: `Response.json` is newer than a response's own.
  const membersOf = (not: PlatformName['kind']) => {
    const isMeant = (each: PlatformName) => isMember(each) && each.kind !== not;
    const pathOf = ({ owner, name }: PlatformName) => `${owner}.${name}`;
    const taken = new Set(supported.filter(isMeant).map(pathOf));
    return { taken, missing: new Map(missing.filter(isMeant).map((each) => [pathOf(each), each])) };
  };
  const [ofInstances, ofOwners] = [membersOf('static'), membersOf('instance')];
  const globals = without(({ kind }) => kind === 'global');
  // What is a member of a missing thing is met only by way of that thing. Any array's iterator is an Iterator, though.
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
