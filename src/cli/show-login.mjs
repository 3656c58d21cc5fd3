/**
 * Puts the login that the build rendered into the page, for a user without a session, and holds what is submitted until the app
 * takes the form over: a browser would send the password as part of an address. The page carries this function's text, and runs
 * it while it is parsed: a session is looked for before anything is painted.
 */
export function showLogin() {
  const root = document.getElementById('root');
  const template = document.getElementById('login');
  if (root === null || !(template instanceof HTMLTemplateElement)) return;
  try {
    const stored = ['accessToken', 'afield-left-behind'];
    if (location.pathname !== '/' || stored.some((key) => localStorage.getItem(key) !== null)) return;
  } catch {
    return;
  }
  root.append(template.content);
  root.dataset.early = '';
  const hold = (/** @type {Event} */ event) => {
    if (root.dataset.early === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    root.dataset.early = 'submit';
  };
  root.addEventListener('submit', hold, true);
}
