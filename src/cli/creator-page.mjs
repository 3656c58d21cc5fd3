import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './set-up.mjs';
import { supportedEngines } from './supported-engines.mjs';

const folder = join(root, 'src/creator');
const isPage = (/** @type {string} */ url) => /^\/c\/[^/?]+(\?|$)/.test(url);

/**
 * Builds the creators' page separately from the app. A bundler puts each module into one chunk, so with two entries in
 * one build, shared modules would grow the app's first load or add a file to it. See docs/decisions/0021-creators-page.md.
 * @param {typeof import('@vitejs/plugin-react').default} react
 * @returns {import('vite').Plugin}
 */
export function creatorPage(react) {
  let isBuild = false;
  let outDir = '';
  return {
    name: 'creator-page',
    configResolved(config) {
      isBuild = config.command === 'build' && !config.build.ssr;
      outDir = resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? '';
        if (!isPage(url)) return next();
        readFile(join(folder, 'page.html'), 'utf8')
          .then((html) => server.transformIndexHtml(url, html.replace('./main.tsx', '/src/creator/main.tsx')))
          .then((html) => response.setHeader('Content-Type', 'text/html').end(html), next);
      });
    },
    async closeBundle() {
      if (!isBuild) return;
      const { build } = await import('vite');
      await build({
        configFile: false,
        root: folder,
        base: '/c/',
        logLevel: 'warn',
        publicDir: false,
        plugins: [react()],
        css: { postcss: join(root, 'src/ui') },
        build: {
          outDir: join(outDir, 'c'),
          emptyOutDir: true,
          target: Object.entries(supportedEngines).map(([engine, version]) => `${engine}${version}`),
          manifest: true,
          reportCompressedSize: false,
          sourcemap: true,
          rolldownOptions: { input: join(folder, 'page.html') },
        },
      });
    },
  };
}
