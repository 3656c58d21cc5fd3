/**
 * Shows the login that the build rendered, unless the user has a session. Also blocks a submission until the app has
 * hydrated the form: the browser would send the password in a URL. The page contains this function's source and runs it
 * while parsing, so the session is checked before the first paint.
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
