/**
 * The way to "Add to Home Screen" in a browser on an iPhone or iPad. `share`: a Share button in the toolbar. `dots`: Share is
 * behind "•••", as in Safari of iOS 26. `address`: Share is in the address bar. `menu`: Share is in a menu.
 */
export type IosWay = 'share' | 'dots' | 'address' | 'menu';

/** An iPad calls itself a Mac, though one that can be touched. */
const isIpad = (userAgent: string, touchPoints: number) =>
  /ipad/i.test(userAgent) || (/macintosh/i.test(userAgent) && touchPoints > 1);

/** Pages inside other apps, whose menus have no "Add to Home Screen". */
const isInsideAnApp = (userAgent: string) =>
  !/safari/i.test(userAgent) || /GSA\/|FBA[NV]|Instagram|LinkedInApp|Line\//.test(userAgent);

/**
 * Other browsers than Safari can add to the home screen since iOS 16.4
 * (https://webkit.org/blog/13878/web-push-for-web-apps-on-ios-and-ipados/); without a version they are taken to be newer.
 */
function canOthersInstall(userAgent: string): boolean {
  const [, major, minor] = /\bOS (\d+)_(\d+)/.exec(userAgent) ?? [];
  return major === undefined || Number(major) + Number(minor) / 100 >= 16.04;
}

/** The way to install Afield in this browser of an iPhone or iPad; null elsewhere, and where it can't be. */
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
  // Safari's own version is right; since 26 it reports an older one of the system
  // (https://nielsleenheer.com/articles/2025/the-user-agent-string-of-safari-on-ios-26-and-macos-26).
  const version = Number(/\bVersion\/(\d+)/.exec(userAgent)?.[1] ?? 0);
  return !isTablet && version >= 26 ? 'dots' : 'share';
}
