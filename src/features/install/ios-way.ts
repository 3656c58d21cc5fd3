/**
 * Location of "Add to Home Screen" in a browser on an iPhone or iPad. `share`: a Share button in the toolbar. `dots`:
 * Share is behind "•••", as in Safari of iOS 26. `address`: Share is in the address bar. `menu`: Share is in a menu.
 */
export type IosWay = 'share' | 'dots' | 'address' | 'menu';

/** An iPad reports itself as a Mac, but has touch points. */
const isIpad = (userAgent: string, touchPoints: number) =>
  /ipad/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);

/** In-app browsers, whose menus have no "Add to Home Screen". */
const isInsideAnApp = (userAgent: string) =>
  !/safari/i.test(userAgent) || /GSA\/|FBA[NV]|Instagram|LinkedInApp|Line\//.test(userAgent);

/**
 * Browsers other than Safari can add apps to the home screen since iOS 16.4
 * (https://webkit.org/blog/13878/web-push-for-web-apps-on-ios-and-ipados/). Without a version, assume a newer one.
 */
function canOthersInstall(userAgent: string): boolean {
  const [, major, minor] = /\bOS (\d+)_(\d+)/.exec(userAgent) ?? [];
  return major === undefined || Number(major) + Number(minor) / 100 >= 16.04;
}

/** Location of the install option in this browser on an iPhone or iPad; null elsewhere, or if there is none. */
export function iosWay({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator): IosWay | null {
  const isTablet = isIpad(userAgent, maxTouchPoints);
  if (!isTablet && !/iphone|ipod/i.test(userAgent)) return null;
  if (isInsideAnApp(userAgent)) return null;
  const [, other] = /\b(CriOS|FxiOS|EdgiOS|OPT|DuckDuckGo|Ddg)\//.exec(userAgent) ?? [];
  if (other !== undefined && !canOthersInstall(userAgent)) return null;
  if (other === 'CriOS') return 'address';
  if (other !== undefined) return 'menu';
  // Use Safari's own version: since 26 it reports an outdated system version
  // (https://nielsleenheer.com/articles/2025/the-user-agent-string-of-safari-on-ios-26-and-macos-26).
  const version = Number(/\bVersion\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return !isTablet && version >= 26 ? 'dots' : 'share';
}
