import { readFileSync } from 'node:fs';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const api = process.env.AFIELD_DEV_API ?? 'http://127.0.0.1:3001';

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
    ...(mode === 'test'
      ? []
      : [
          VitePWA({
            strategies: 'injectManifest',
            srcDir: 'sw',
            filename: 'service-worker.ts',
            registerType: 'prompt',
            injectRegister: false,
            manifestFilename: 'manifest.webmanifest',
            manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
            injectManifest: { globPatterns: ['**/*.{js,css,html,svg,woff2}'], sourcemap: true },
            devOptions: { enabled: true, type: 'module' },
          }),
        ]),
  ],
  css: {
    postcss: './src/ui/postcss.config.mjs',
  },
  server: {
    proxy: Object.fromEntries(
      ['/brand/', '/v1.0/', '/media/', '/files/', '/health'].map((path) => [path, { target: api, changeOrigin: true }]),
    ),
  },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    manifest: true,
    sourcemap: true,
  },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/{unit,laws}/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['tests/component/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          include: ['tests/conformance/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}));
