import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds a page and its worker into a folder of their own. @returns that folder */
export async function buildAlternative(name: 'workbox' | 'tanstack', folder: string): Promise<string> {
  const root = fileURLToPath(new URL(name, import.meta.url));
  const outDir = mkdtempSync(join(folder, `${name}-`));
  for (const [input, entry] of [
    ['index.html', 'page.js'],
    ['worker.ts', 'service-worker.js'],
  ] as const) {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      build: {
        outDir,
        emptyOutDir: false,
        // Each entry becomes one file, since the precache's list is written by hand.
        rolldownOptions: { input: join(root, input), output: { entryFileNames: entry } },
      },
    });
  }
  return outDir;
}
