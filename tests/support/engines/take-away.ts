import { type PlatformName, platformNames } from './names.ts';

/**
 * Path from the global scope to the holder of a feature, and its name there: `[['URL'], 'canParse', 'static']`. The
 * kind is needed since a static member may share an instance member's name: `Response.json` is newer than a response's
 * own.
 */
type Place = readonly [holder: readonly string[], name: string, kind: PlatformName['kind']];

/**
 * An engine without these names doesn't enforce Trusted Types either. Chromium would still enforce them, and no policy
 * could be created.
 */
const enforced = /^api\.[tT]rusted[A-Z]/;

/** Features that some supported phone engine lacks. Those missing only on desktops, such as touch events, stay. */
function newerPlaces(): Place[] {
  const places = platformNames()
    .filter(({ missingIn, path }) => missingIn.some((engine) => /_(ios|android) /.test(engine)) && !enforced.test(path))
    .map(({ path, owner, name, kind }): Place => {
      const holder = path
        .replace(/^(api|javascript\.builtins)\./, '')
        .split('.')
        .slice(0, -1);
      // An engine's `on…` property shows that it fires an event.
      return [owner === null ? [] : holder, kind === 'event' ? `on${name}` : name, kind];
    });
  // Members are removed first; without their holder they can't be reached.
  return places.sort(([one], [other]) => other.length - one.length);
}

/** Runs in a browser, without the rest of this file. */
function takeAway(places: readonly Place[]): void {
  for (const [holder, name, kind] of places) {
    let found: unknown = globalThis;
    for (const key of holder) found = (found as Record<string, unknown> | undefined)?.[key];
    const owner = found as { prototype?: object } | undefined;
    const parents: (object | undefined)[] = [];
    if (kind !== 'instance') parents.push(owner);
    if (kind !== 'static') parents.push(owner?.prototype);
    if (holder.length === 0) {
      let above: object | null = Object.getPrototypeOf(globalThis);
      for (; above !== null && above !== Object.prototype; above = Object.getPrototypeOf(above)) parents.push(above);
    }
    for (const parent of parents) if (parent) Reflect.deleteProperty(parent, name);
  }
}

/** A script that removes features newer than the supported engines from a page or a worker that runs it first. */
export const takingNewerAway = (): string => `(${takeAway})(${JSON.stringify(newerPlaces())});\n`;
