import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { configDefaults, defineConfig } from 'vitest/config';
import { buildInfo } from './src/cli/build-info.mjs';
import { creatorPage } from './src/cli/creator-page.mjs';
import { loginMarkup } from './src/cli/login-markup.mjs';
import { startUpImages } from './src/cli/start-up-images.mjs';
import { supportedEngines } from './src/cli/supported-engines.mjs';
import { parseSettings, withSettings } from './src/contract/calls/app-settings.ts';
import { parseConfig } from './src/server/config.ts';
import styling from './src/ui/postcss.config.mjs';

const api = process.env.AFIELD_DEV_API ?? 'http://127.0.0.1:3001';

/** Makes the page preload its route's scripts and styles along with the first script, instead of after that script has run. */
const preloadRoutes: Plugin = {
  name: 'preload-routes',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
      const linksOf = (path: string, holds: (chunk: (typeof chunks)[number]) => boolean) =>
        chunks
          .filter(holds)
          .flatMap(({ fileName, viteMetadata }) => [
            { path, rel: 'modulepreload', as: 'script', file: fileName },
            ...[...(viteMetadata?.importedCss ?? [])].map((file) => ({ path, rel: 'preload', as: 'style', file })),
          ]);
      const links = [
        ...linksOf('^/', ({ name }) => /^(react|app|base|rolldown-runtime)$/.test(name)),
        ...linksOf('^/$', ({ name }) => name === 'login'),
        ...linksOf('^/dashboard', ({ name }) => name === 'dashboard'),
        ...linksOf('^/dashboard/campaigns/', ({ facadeModuleId }) =>
          /campaigns[\\/]\$campaignId\.tsx\?/.test(facadeModuleId ?? ''),
        ),
      ];
      if (links.length === 0) return [];
      // The login's markup is in the page, so it is painted before its scripts are fetched.
      const children = `const preload = () => { for (const { path, rel, as, file } of ${JSON.stringify(links)}) {
        if (!RegExp(path).test(location.pathname)) continue;
        document.head.append(Object.assign(document.createElement('link'), { rel, as, crossOrigin: '', href: '/' + file }));
      } };
      if (location.pathname === '/') requestAnimationFrame(() => setTimeout(preload)); else preload();`;
      return [{ tag: 'script', children, injectTo: 'head-prepend' }];
    },
  },
};

/**
 * Chromium compiles a script's functions on the main thread when they are first called, and has no code cache for
 * modules from a service worker's cache. With this hint it compiles them on another thread while the file arrives
 * (https://v8.dev/blog/explicit-compile-hints). The hint works only as a file's first line.
 */
const compileAhead: Plugin = {
  name: 'compile-ahead',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !/^(react|app|base|dashboard)$/.test(file.name)) continue;
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        const map = bundle[`${file.fileName}.map`];
        if (map?.type !== 'asset') throw new Error(`${file.fileName} has no source map.`);
        const { mappings, ...others } = JSON.parse(String(map.source));
        map.source = JSON.stringify({ ...others, mappings: `;${mappings}` });
      }
    },
  },
};

/** Settings of the build. The server's own settings take precedence. */
const buildSettings = (env: Record<string, string>) => {
  const { VITE_API_URL, VITE_STRIPE_PUBLISHABLE_KEY, VITE_PAYPAL_CLIENT_ID, VITE_SENTRY_DSN } = env;
  const given = {
    apiUrl: VITE_API_URL,
    stripePublishableKey: VITE_STRIPE_PUBLISHABLE_KEY,
    paypalClientId: VITE_PAYPAL_CLIENT_ID,
    sentryDsn: VITE_SENTRY_DSN,
  };
  return parseSettings(JSON.stringify(Object.fromEntries(Object.entries(given).filter(([, value]) => value))));
};

/** The server inserts its settings into the page. In development Vite serves the page, so it has to insert them. */
const injectSettings = (mode: string): Plugin => ({
  name: 'inject-settings',
  transformIndexHtml(html, { server }) {
    const ofServer = server === undefined ? {} : parseConfig(process.env).app;
    return withSettings(html, { ...buildSettings(loadEnv(mode, process.cwd())), ...ofServer });
  },
});

/** iPhones fetch the image for their screen when the app is added to the home screen; other browsers fetch none. */
const linkStartUpImages: Plugin = {
  name: 'link-start-up-images',
  transformIndexHtml: () =>
    startUpImages.map(({ to, media }) => ({
      tag: 'link',
      attrs: { rel: 'apple-touch-startup-image', href: `/${to}`, media },
      injectTo: 'head',
    })),
};

/** Test files that leave no state in modules share them: loading modules took half of the time. */
const shared = { isolate: false };
/** Test files that mock modules can't share them. */
const isolatedTests = 'tests/component/**/*.isolated.test.tsx';
const inBrowser = {
  environment: 'jsdom',
  setupFiles: ['tests/component/setup.ts'],
};

/** Many tests wait for delays between retries, so run 1.5 workers per core. */
const moreThanCores = Math.ceil(availableParallelism() * 1.5);

const define = { __AFIELD_BUILD__: JSON.stringify(buildInfo('.')) };

export default defineConfig(({ mode }) => ({
  plugins: [
    ...(mode === 'test'
      ? []
      : [
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            routesDirectory: 'src/routes',
            generatedRouteTree: 'src/route-tree.gen.ts',
            quoteStyle: 'single',
            semicolons: true,
          }),
        ]),
    react(),
    injectSettings(mode),
    preloadRoutes,
    compileAhead,
    linkStartUpImages,
    ...(mode === 'test'
      ? []
      : [
          creatorPage(react),
          loginMarkup(react, { define, styling }),
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'sw',
            filename: 'service-worker.ts',
            registerType: 'prompt',
            injectRegister: false,
            manifestFilename: 'manifest.webmanifest',
            manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
            // The system stores an installed app's icons, so the first visit needn't fetch them.
            includeManifestIcons: false,
            injectManifest: {
              globPatterns: ['**/*.{js,css,html,svg,woff2}'],
              // Don't precache the creators' page, which has no service worker; sources of other icons; or the
              // libraries for error reports and uploads, which need a network.
              globIgnores: ['c/**', 'icons/shortcut-*', 'icons/mark-m*', 'assets/sentry-*', 'assets/send-file-*'],
              sourcemap: true,
            },
            devOptions: { enabled: true, type: 'module' },
          }),
        ]),
  ],
  define,
  css: {
    postcss: './src/ui/postcss.config.mjs',
  },
  server: {
    proxy: Object.fromEntries(
      ['/brand/', '/creator/', '/admin/', '/v1.0/', '/media/', '/files/', '/health', '/version'].map((path) => [
        path,
        { target: api, changeOrigin: true },
      ]),
    ),
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: Object.entries(supportedEngines).map(([engine, version]) => `${engine}${version}`),
    manifest: true,
    // tests/laws/size.mjs measures compressed sizes, so `npm start` doesn't have to.
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      // Without this, a chunk that imports part of a feature loads everything in the feature's public.ts.
      treeshake: {
        moduleSideEffects: [{ test: /src[\\/]features[\\/][^\\/]+[\\/]public\.tsx?$/, sideEffects: false }],
      },
      output: {
        // A campaign's page and its analytics are both named "_campaignId". Browsers keep one dictionary per name, so
        // without this an update would get the wrong dictionary for one of them.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/analytics[\\/]campaign[\\/]\$campaignId\.tsx/.test(facadeModuleId ?? '') ? 'analytics' : ''}[name]-[hash].js`,
        // Each file costs a round trip between the browser's processes: a cold start takes 150 ms less with two files
        // than with forty.
        codeSplitting: {
          groups: [
            // This chunk runs before the others have arrived, so it must not import any of them.
            {
              name: 'start',
              test: /src[\\/](start|ui[\\/]loading[\\/]trusted-types|app[\\/](painting[\\/]painted-screen|session[\\/]early-login))\.ts$/,
              priority: 3,
            },
            // React loads as a separate task: in one task with the app it would block a slow phone for twice as long.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'app', test: /src[\\/](main|App)\.tsx$/, priority: 2 },
            // Shared by the login and the dashboard. Excludes the code of menus, which is half of the dashboard, and
            // that of figures, handles, links and uploads.
            {
              name: 'base',
              test: /@mantine[\\/](hooks|core[\\/]esm[\\/]components[\\/](Input|Button|CloseButton))|@tanstack[\\/](react-query|react-router)[\\/]|src[\\/](api[\\/](?!upload)|app[\\/](?!\w+[\\/](local-decision|hold-setting|attention-text))|ui[\\/](?!\w+[\\/](ButtonMenu|ButtonRow|Facts|FilterOptions|IconButton|Section|custom-properties|stand-in|window-rows))|domain[\\/](?![\w-]+[\\/](keys|remarks|intent-rules|change-templates|review-due|history-words|video-time|draft-file|tries|comparison|day-text|series|pacing|stored-days|analytics|handles|profile-address|platform|web-links|caption-tags|disclosures|submission-checks|versions))|contract[\\/](?!\w+[\\/](media-uploads|storage))|features[\\/]auth[\\/](AuthFrame|login[\\/](start-session|refusal-text)))|[\\/](get-style-object|to-int)[\\/.]/,
              minShareCount: 2,
              priority: 1.5,
            },
            {
              name: 'dashboard',
              test: /src[\\/]routes[\\/]dashboard[\\/](route|campaigns[\\/]index)\.tsx\?tsr-split/,
              priority: 1,
            },
            // The rest of the login's code is one chunk, which its page can preload.
            {
              name: 'login',
              test: /react-hook-form|@hookform|@mantine[\\/]core[\\/]esm[\\/]components[\\/](PasswordInput|ActionIcon)[\\/]|src[\\/](routes[\\/]index\.tsx\?tsr-split|features[\\/]auth[\\/]\w+[\\/](LoginScreen|RemainingDataNotice|EmailField|PasswordField|NewPasswordFields|forms)\.)/,
              priority: 0.7,
            },
            // The login's toasts need some of these modules, and would otherwise load all of the reviewing code.
            {
              name: 'dialogs',
              test: /@mantine[\\/]core[\\/]esm[\\/]components[\\/](ScrollArea|ModalBase|Portal|Paper|Overlay|FocusTrap|VisuallyHidden|Modal)[\\/]|react-remove-scroll|[\\/]tslib[\\/]|src[\\/]ui[\\/]\w+[\\/](ButtonRow|Facts|Section)\./,
              minShareCount: 2,
              priority: 0.65,
            },
            // The inbox and a campaign's page share the reviewing code. "review" is already the name of the inbox's own chunk.
            {
              name: 'reviewing',
              test: /src[\\/](features[\\/]review|app[\\/]\w+[\\/](local-decision|hold-setting)|domain[\\/]\w+[\\/](remarks|change-templates|review-due|history-words|video-time|draft-file|tries|caption-tags|disclosures|submission-checks|versions)\.)/,
              minShareCount: 2,
              priority: 0.6,
            },
            // As separate files, these modules would add 6 KB to the installed app.
            {
              name: 'menus',
              test: /@floating-ui|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Popover)[\\/]|src[\\/](ui[\\/]\w+[\\/](ButtonMenu|FilterOptions|stand-in)|features[\\/](shell[\\/]BrandMenuItems|campaigns[\\/]list[\\/]HintWords))\./,
              priority: 0.5,
            },
          ],
        },
      },
    },
  },
  test: {
    // No test imports the migrations, and --changed follows imports.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, 'src/server/database/migrations/**'],
    // Long enough for a busy machine, but finite, so that a hanging test ends.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: moreThanCores,
    setupFiles: ['tests/support/runs/fixed-seed.ts', 'tests/support/runs/patience.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/{unit,laws}/**/*.test.ts'], environment: 'node', ...shared },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          exclude: [isolatedTests],
          ...inBrowser,
          ...shared,
        },
      },
      { extends: true, test: { name: 'component-isolated', include: [isolatedTests], ...inBrowser } },
      { extends: true, test: { name: 'package', include: ['tests/package/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          ...shared,
          // Each worker has its own database and rarely waits.
          maxWorkers: availableParallelism(),
          include: ['tests/conformance/**/*.test.ts'],
          // The embedded database can be open in one process only.
          exclude: process.env.TEST_DATABASE_URL ? [] : ['tests/conformance/**/*.postgres.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
}));
