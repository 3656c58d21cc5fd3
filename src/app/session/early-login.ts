/*
 * The build puts the login into the page, so that users can type before the app has loaded: cli/show-login.mjs shows it, marks
 * the root that holds it, and notes there that its form was submitted. This file loads before the app, so it imports nothing.
 */

/** A busy browser may never report that it is idle. */
const longestWaitMs = 500;

/** Resolves when the browser is idle, within half a second. Safari lacks `requestIdleCallback`, so it gets a new task instead. */
export const whenFree = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: longestWaitMs });
    else setTimeout(resolve);
  });

/** True while the root holds what the build rendered. */
export const holdsEarlyLogin = (root: HTMLElement): boolean => root.dataset.early !== undefined;

/** Removes the early login when another screen is to be shown. */
export function dropEarlyLogin(root: HTMLElement): void {
  delete root.dataset.early;
  root.replaceChildren();
}

/** Hands the form over to the app, and submits once what was submitted before. */
export function takeEarlyLogin(form: HTMLFormElement | null): void {
  const root = form?.closest<HTMLElement>('[data-early]');
  if (!form || !root) return;
  const isSubmitted = root.dataset.early === 'submit';
  delete root.dataset.early;
  if (isSubmitted) form.requestSubmit();
}
