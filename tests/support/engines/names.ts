import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type { Identifier } from '@mdn/browser-compat-data/types';
import { enginesWithout } from './support.ts';

/** A feature of a browser in MDN's data. */
export interface PlatformFeature {
  /** Path in MDN's data, such as `api.URL.canParse_static`. */
  path: string;
  /** Supported engines without it; empty if all have it. */
  missingIn: readonly string[];
}

/** Name of a browser API in MDN's data. */
export interface PlatformName extends PlatformFeature {
  /** Interface or built-in with this member; null for a global. */
  owner: string | null;
  name: string;
  /** The data doesn't distinguish static from instance members of JavaScript built-ins: those are `either`. */
  kind: 'global' | 'static' | 'instance' | 'either' | 'event';
}

const isName = (key: string) => /^[A-Za-z$][A-Za-z0-9$]*$|^[A-Z][A-Z0-9_]*$/.test(key);
const globalObjects = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope'];

/** Entries of the data below a node. */
export const childrenOf = (node: Identifier) =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat');

function named(path: string, node: Identifier, rest: Omit<PlatformName, 'path' | 'missingIn'>): PlatformName[] {
  return node.__compat === undefined ? [] : [{ ...rest, path, missingIn: enginesWithout(node.__compat.support) }];
}

function webApiMember(owner: string, key: string, node: Identifier): PlatformName[] {
  const path = `api.${owner}.${key}`;
  const [, name = key, suffix] = /^(.+)_(static|event)$/.exec(key) ?? [];
  if (suffix === 'event') return named(path, node, { owner, name, kind: 'event' });
  if (!isName(name) || name === owner) return [];
  if (suffix === 'static') return named(path, node, { owner, name, kind: 'static' });
  const instance = named(path, node, { owner, name, kind: 'instance' });
  return globalObjects.includes(owner)
    ? [...instance, ...named(path, node, { owner: null, name, kind: 'global' })]
    : instance;
}

/** Names of a built-in and of all below it: `Intl.NumberFormat` is a member of `Intl`, and has members itself. */
function builtIn(path: string, owner: string | null, name: string, node: Identifier): PlatformName[] {
  if (!isName(name) || name === owner) return [];
  const own = named(path, node, { owner, name, kind: owner === null ? 'global' : 'either' });
  const members = childrenOf(node).flatMap(([key, child]) => builtIn(`${path}.${key}`, name, key, child));
  return [...own, ...members];
}

/**
 * One feature by its path in the data, such as `api.URLSearchParams.has.value_parameter`.
 * @throws {Error} if the data has no such feature, as after an update that moved it
 */
export function platformFeature(path: string): PlatformFeature {
  const node = path
    .split('.')
    .reduce<Identifier | undefined>((at, key) => at?.[key], bcd as unknown as Record<string, Identifier>);
  if (node?.__compat === undefined) throw new Error(`MDN's data has no ${path}`);
  return { path, missingIn: enginesWithout(node.__compat.support) };
}

/** All names of JavaScript's built-ins and of the web's APIs. */
export function platformNames(): PlatformName[] {
  const webApis = childrenOf(bcd.api).flatMap(([owner, node]) => [
    ...named(`api.${owner}`, node, { owner: null, name: owner, kind: 'global' }),
    ...childrenOf(node).flatMap(([key, child]) => webApiMember(owner, key, child)),
  ]);
  const builtIns = childrenOf(bcd.javascript.builtins ?? {}).flatMap(([name, node]) =>
    builtIn(`javascript.builtins.${name}`, null, name, node),
  );
  return [...webApis, ...builtIns];
}
