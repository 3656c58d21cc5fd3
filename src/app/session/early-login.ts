/*
 * The build puts the login into the page, so users can type before the app has loaded. `cli/show-login.mjs` shows it,
 * marks the root that holds it, and records when its form is submitted. This file loads before the app, so it imports
 * nothing.
 */

/** A busy browser may never become idle. */
const maxWaitMs = 500;

/**
 * Resolves when the browser is idle, or after half a second. Safari lacks `requestIdleCallback`, so there it resolves
 * in a new task.
 */
export const whenFree = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve);
  });

/** True while the root holds the prerendered login. */
export const hasEarlyLogin = (root: HTMLElement): boolean => root.dataset.early !== undefined;

/** Removes the early login when another screen will be shown. */
export function dropEarlyLogin(root: HTMLElement): void {
  delete root.dataset.early;
  root.replaceChildren();
}

/** Hands the form over to the app, and submits it if the user did so before hydration. */
export function adoptEarlyLogin(form: HTMLFormElement | null): void {
  const root = form?.closest<HTMLElement>('[data-early]');
  if (!form || !root) return;
  const isSubmitted = root.dataset.early === 'submit';
  delete root.dataset.early;
  if (isSubmitted) form.requestSubmit();
}
