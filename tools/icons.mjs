// Renders the PNG icons and startup images in public from its SVGs. Run it after changing one: node tools/icons.mjs
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '#cli/find-chromium.mjs';
import { startUpImages } from '#cli/start-up-images.mjs';

const publicDir = new URL('../public/', import.meta.url);

const icons = [
  { from: 'icons/mark.svg', to: 'icons/icon-192.png', sizePx: 192 },
  { from: 'icons/mark.svg', to: 'icons/icon-512.png', sizePx: 512 },
  { from: 'icons/mark-maskable.svg', to: 'icons/maskable-192.png', sizePx: 192 },
  { from: 'icons/mark-maskable.svg', to: 'icons/maskable-512.png', sizePx: 512 },
  { from: 'icons/mark-monochrome.svg', to: 'icons/monochrome-512.png', sizePx: 512 },
  // iOS rounds the corners itself and shows transparency as black, so it gets the full-bleed drawing.
  { from: 'icons/mark-maskable.svg', to: 'icons/apple-touch-icon-180.png', sizePx: 180 },
  { from: 'favicon.svg', to: 'icons/favicon-32.png', sizePx: 32 },
  { from: 'icons/shortcut-campaigns.svg', to: 'icons/shortcut-campaigns-96.png', sizePx: 96 },
  { from: 'icons/shortcut-review.svg', to: 'icons/shortcut-review-96.png', sizePx: 96 },
  { from: 'icons/shortcut-analytics.svg', to: 'icons/shortcut-analytics-96.png', sizePx: 96 },
  { from: 'icons/shortcut-new-campaign.svg', to: 'icons/shortcut-new-campaign-96.png', sizePx: 96 },
  { from: 'icons/shortcut-settings.svg', to: 'icons/shortcut-settings-96.png', sizePx: 96 },
];

/** Size of the mark in the middle of a startup image, CSS px. */
const markPx = 96;

const browser = await launchChromium();

/**
 * Renders an image to `to`, relative to public.
 * @param {{ widthPx: number, heightPx: number, scale?: number, paper?: string, from: string, drawingPx: number,
 *   to: string }} image
 */
async function render({ widthPx, heightPx, scale = 1, paper = 'none', from, drawingPx, to }) {
  const page = await browser.newPage({ deviceScaleFactor: scale, viewport: { width: widthPx, height: heightPx } });
  const svg = readFileSync(new URL(from, publicDir)).toString('base64');
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${paper}">` +
      `<img style="display:block" width=${drawingPx} height=${drawingPx} src="data:image/svg+xml;base64,${svg}">`,
  );
  await page.locator('img').evaluate((/** @type {HTMLImageElement} */ image) => image.decode());
  const target = new URL(to, publicDir);
  await page.screenshot({ path: fileURLToPath(target), omitBackground: true });
  await page.close();
  console.log(`${to}  ${statSync(target).size} bytes`);
}

try {
  for (const { from, to, sizePx } of icons) {
    await render({ widthPx: sizePx, heightPx: sizePx, from, drawingPx: sizePx, to });
  }
  mkdirSync(new URL('start-up/', publicDir), { recursive: true });
  for (const image of startUpImages) await render({ ...image, from: 'icons/mark.svg', drawingPx: markPx });
} finally {
  await browser.close();
}
