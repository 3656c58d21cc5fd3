import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isBuilt, root } from '#cli/set-up.mjs';
import { buildApp } from '#tests/support/servers/build.ts';

export interface BuiltFile {
  name: string;
  text: string;
  /** Path, from the project's root, of the source of the code at an offset in UTF-16 units. */
  sourceAt(offset: number): string;
}

export interface BuiltFiles {
  scripts: BuiltFile[];
  styles: BuiltFile[];
}

/** Reads the files that browsers get: those in dist if they are as new as the sources, else those of a new build. */
export async function readBuilt(): Promise<BuiltFiles> {
  if (isBuilt()) return readFiles(join(root, 'dist/app'));
  const { appDir, remove } = await buildApp();
  try {
    return readFiles(appDir);
  } finally {
    remove();
  }
}

function readFiles(appDir: string): BuiltFiles {
  const named = (ending: string) =>
    readdirSync(appDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => builtFile(appDir, name));
  const pages = named('.html');
  return {
    scripts: [...named('.js'), ...pages.flatMap(inlineScripts)],
    styles: [...named('.css'), ...pages.flatMap(inlineStyles)],
  };
}

function builtFile(appDir: string, name: string): BuiltFile {
  const text = readFileSync(join(appDir, name), 'utf8');
  const mapFile = join(appDir, `${name}.map`);
  const map = existsSync(mapFile) ? new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8'))) : null;
  return {
    name,
    text,
    sourceAt(offset) {
      const before = text.slice(0, offset).split('\n');
      const found = map?.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
      if (!found || !('originalSource' in found)) return name;
      // Source maps name sources relative to the folder of the built file.
      return relative(root, resolve(dirname(join(appDir, name)), found.originalSource))
        .split(sep)
        .join('/');
    },
  };
}

const insertOf = ({ name }: BuiltFile, text: string): BuiltFile => ({ name, text, sourceAt: () => name });

const inlineScripts = (page: BuiltFile): BuiltFile[] =>
  [...page.text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => insertOf(page, text));

function inlineStyles(page: BuiltFile): BuiltFile[] {
  const sheets = [...page.text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
  const attributes = [...page.text.matchAll(/\sstyle="([^"]*)"/g)].map(([, text = '']) => `[style] { ${text} }`);
  return [...sheets, ...attributes].map((text) => insertOf(page, text));
}
