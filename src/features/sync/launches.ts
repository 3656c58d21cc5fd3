import { parseUrl } from '#domain/posts/parse-url.ts';

/** The Launch Handler API, which Chromium has (https://wicg.github.io/web-app-launch/). */
interface LaunchQueue {
  setConsumer(consume: (launch: { targetURL?: string }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** The address of the app's icon: a window that is open stays where it is. */
const startPath = '/dashboard/campaigns';

/** Opens what the installed app was launched for, such as one of its shortcuts, in the window that is open already. */
export function listenForLaunches(open: (path: string) => void): void {
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const url = parseUrl(targetURL ?? '');
    if (url === null) return;
    const path = `${url.pathname}${url.search}`;
    // The consumer also gets the launch that opened this page.
    if (path !== startPath && path !== `${window.location.pathname}${window.location.search}`) open(path);
  });
}
