import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import postcss from 'postcss';
import { neededStyles } from './needed-styles.mjs';
import { root } from './set-up.mjs';
import { showLogin } from './show-login.mjs';

const cache = join(root, 'node_modules/.cache/afield');
const emptyRoot = '<div id="root"></div>';

/**
 * Puts the login into index.html as markup with the styles it needs, so that users see it and can type before any
 * script has loaded. See docs/decisions/0038-login-in-the-page.md.
 * @param {typeof import('@vitejs/plugin-react').default} react
 * @param {{ define: Record<string, string>, styling: { plugins: import('postcss').AcceptedPlugin[] } }} options same as
 * the app's
 * @returns {import('vite').Plugin}
 */
export function loginMarkup(react, { define, styling }) {
  let isBuild = false;
  return {
    name: 'login-markup',
    configResolved(config) {
      isBuild = config.command === 'build' && !config.build.ssr;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!isBuild || bundle === undefined) return html;
        if (!html.includes(emptyRoot)) throw new Error(`index.html has no ${emptyRoot}.`);
        const { login, ...rendered } = await render(react, define);
        const { css: variables } = await postcss(styling.plugins).process(rendered.variables, {
          from: undefined,
        });
        const styles = neededStyles(login, { css: stylesOfLogin(bundle), variables });
        const filled = `${emptyRoot}<template id="login">${login}</template><script>(${showLogin})()</script>`;
        return html
          .replace('</head>', () => `<style>${styles}</style><style>${variables}</style></head>`)
          .replace(emptyRoot, () => filled);
      },
    },
  };
}

/** Styles that the login's own scripts import. */
function stylesOfLogin(/** @type {import('vite').Rolldown.OutputBundle} */ bundle) {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const files = chunks
    .filter(({ name }) => /^(app|base|login)$/.test(name))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const sources = [...new Set(files)].map((file) => {
    const sheet = bundle[file];
    if (sheet?.type !== 'asset') throw new Error(`The bundle has no ${file}.`);
    return String(sheet.source);
  });
  return sources.join('\n');
}

/**
 * Renders the login as the page does, from a separate build for Node.
 * @param {typeof import('@vitejs/plugin-react').default} react
 * @param {Record<string, string>} define
 * @returns {Promise<{ login: string, variables: string }>}
 */
async function render(react, define) {
  const { build } = await import('vite');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'login-'));
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      plugins: [react()],
      define: { ...define, self: 'globalThis' },
      css: { postcss: join(root, 'src/ui') },
      resolve: {
        // The router's server build renders different Suspense boundaries from its client build, and React couldn't
        // hydrate them.
        alias: {
          '@tanstack/router-core/isServer': join(
            root,
            'node_modules/@tanstack/router-core/dist/esm/isServer/client.js',
          ),
        },
      },
      ssr: { noExternal: [/^@tanstack\//, /\.css$/] },
      build: {
        ssr: join(root, 'src/login-markup.tsx'),
        outDir,
        rolldownOptions: { output: { entryFileNames: 'login.mjs' } },
      },
    });
    const { renderLogin } = await import(pathToFileURL(join(outDir, 'login.mjs')).href);
    return await renderLogin();
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
