import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The gallery has its own page and server, which keeps it out of the built app. */
export default defineConfig({
  root: here('.'),
  // A development server of the app may use its own cache at the same time.
  cacheDir: here('../../node_modules/.vite-gallery'),
  plugins: [react()],
  css: { postcss: here('../../src/ui') },
  server: { fs: { allow: [here('../..')] } },
});
