/**
 * iPhones that run a supported Safari: portrait screen sizes in CSS px, and device pixels per CSS px. iOS uses a
 * startup image only if its size matches the screen exactly.
 */
const screens = [
  { widthPx: 375, heightPx: 667, scale: 2 },
  { widthPx: 375, heightPx: 812, scale: 3 },
  { widthPx: 390, heightPx: 844, scale: 3 },
  { widthPx: 393, heightPx: 852, scale: 3 },
  { widthPx: 402, heightPx: 874, scale: 3 },
  { widthPx: 414, heightPx: 736, scale: 3 },
  { widthPx: 414, heightPx: 896, scale: 2 },
  { widthPx: 414, heightPx: 896, scale: 3 },
  { widthPx: 420, heightPx: 912, scale: 3 },
  { widthPx: 428, heightPx: 926, scale: 3 },
  { widthPx: 430, heightPx: 932, scale: 3 },
  { widthPx: 440, heightPx: 956, scale: 3 },
];

/** The app's background in each color scheme, as in index.html, so that the first frame appears without a flash. */
const papers = { light: '#FBFBF9', dark: '#101613' };

/** Images that an iPhone shows between the tap on the app's icon and the first frame. `to` is relative to `public`. */
export const startUpImages = screens.flatMap(({ widthPx, heightPx, scale }) =>
  Object.entries(papers).map(([scheme, paper]) => ({
    widthPx,
    heightPx,
    scale,
    paper,
    to: `start-up/${widthPx}x${heightPx}@${scale}-${scheme}.png`,
    media:
      `(device-width: ${widthPx}px) and (device-height: ${heightPx}px) and (-webkit-device-pixel-ratio: ${scale})` +
      ` and (orientation: portrait) and (prefers-color-scheme: ${scheme})`,
  })),
);
