/*
 * The build puts the login into the page, where people type before the app is there: cli/show-login.mjs shows it, marks the
 * root that holds it, and notes there that its form was submitted.
 */

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
