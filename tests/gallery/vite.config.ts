import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The gallery has a page and a server of its own: nothing of it is in the built app. */
export default defineConfig({
  root: here('.'),
  // Beside the app's own, which a server in development keeps in the same place.
  cacheDir: here('../../node_modules/.vite-gallery'),
  plugins: [react()],
  css: { postcss: here('../../src/ui') },
  server: { fs: { allow: [here('../..')] } },
});
