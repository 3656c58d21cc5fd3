import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders created by git, installing, building and running. */
const notOurs = new Set(['.git', '.data', 'node_modules', 'dist', 'test-results', 'playwright-report', 'coverage']);

/**
 * The project's own text files, as paths from its root with forward slashes.
 * @param under folders; by default the whole project
 */
export function projectFiles(pattern: RegExp, ...under: string[]): string[] {
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (notOurs.has(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (pattern.test(entry.name)) found.push(relative(root, path).split(sep).join('/'));
    }
  };
  for (const folder of under.length > 0 ? under : ['.']) visit(join(root, folder));
  return found.sort();
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Specifiers of a file's imports: static, side-effect, type and dynamic ones. */
export function importsOf(source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:^|[\s;}])(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...withoutComments.matchAll(pattern)].map(([, from, bare]) => from ?? bare ?? '');
}

const aliases = Object.entries(JSON.parse(read('package.json')).imports as Record<string, string>).map(
  ([alias, folder]) => [alias.replace('*', ''), folder.replace('*', '').replace('./', '')] as const,
);

/** Path of the imported file from the project's root; null for a package. */
export function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const [alias, folder] = aliases.find(([name]) => specifier.startsWith(name)) ?? [];
  return alias === undefined ? null : `${folder}${specifier.slice(alias.length)}`;
}

/** Names that each name points to. */
type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

export function arrowsOf(pairs: readonly { from: string; to: string }[]): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to } of pairs) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  return arrows;
}

/** Names from which the arrows lead back to themselves, sorted. */
export function inCycles(arrows: Arrows): string[] {
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const to of arrows.get(next) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        waiting.push(to);
      }
    }
    return reached;
  };
  return [...arrows.keys()].filter((name) => reachedFrom(name).has(name)).sort();
}
