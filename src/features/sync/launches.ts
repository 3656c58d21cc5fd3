import { parseUrl } from '#domain/posts/parse-url.ts';

/** The Launch Handler API, which only Chromium has (https://wicg.github.io/web-app-launch/). */
interface LaunchQueue {
  setConsumer(consume: (launch: { targetURL?: string }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** The app icon's URL: launching it doesn't navigate an open window. */
const startPath = '/dashboard/campaigns';

/** Opens the installed app's launch target, such as a shortcut's, in the existing window. */
export function listenForLaunches(open: (path: string) => void): void {
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const url = parseUrl(targetURL ?? '');
    if (url === null) return;
    const path = `${url.pathname}${url.search}`;
    // The consumer also receives the launch that opened this page.
    if (path !== startPath && path !== `${window.location.pathname}${window.location.search}`) open(path);
  });
}
