import { precacheAndRoute } from 'workbox-precaching';

/** Keeps the page itself, so that it opens without a network. */
export function keepShell(): void {
  precacheAndRoute([
    { url: '/index.html', revision: '1' },
    { url: '/page.js', revision: '1' },
  ]);
}
