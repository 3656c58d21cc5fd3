import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const hashedName = /^(.+)-[\w-]{8}(\.(?:js|css))$/;

/**
 * Copies a built app as a release in which every script and style, and so its name, has changed. It works like the
 * original.
 * @param from a built app
 * @param to a new folder
 * @param mark starts the text that differs between two such releases
 */
export function writeChangedBuild(from: string, to: string, mark: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(map|br|gz|dcz)$/.test(path) });
  const assets = join(to, 'assets');
  const names = readdirSync(assets).filter((name) => hashedName.test(name));
  const renamed = new Map(
    names.map((name) => {
      const hash = createHash('sha256').update(`${mark} ${name}`).digest('hex').slice(0, 8);
      return [name, name.replace(hashedName, `$1-${hash}$2`)];
    }),
  );
  const withNames = (text: string) => [...renamed].reduce((all, [old, name]) => all.replaceAll(old, name), text);
  for (const name of names) {
    const text = readFileSync(join(from, 'assets', name), 'utf8');
    writeFileSync(join(assets, renamed.get(name) ?? name), `${withNames(text)}\n/* ${mark} ${name} */`);
  }
  const page = withNames(readFileSync(join(from, 'index.html'), 'utf8'));
  writeFileSync(join(to, 'index.html'), page);
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 32);
  const worker = withNames(readFileSync(join(from, 'service-worker.js'), 'utf8'));
  writeFileSync(
    join(to, 'service-worker.js'),
    worker.replace(/"revision":"\w+",("url":"index\.html")/, `"revision":"${revision}",$1`),
  );
}

/** Scripts and styles of a built app, by name. */
export const assetsOf = (appDir: string): Map<string, Buffer> =>
  new Map(
    readdirSync(join(appDir, 'assets'))
      .filter((name) => hashedName.test(name))
      .map((name) => [name, readFileSync(join(appDir, 'assets', name))]),
  );
