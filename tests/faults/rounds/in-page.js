// This script is sent as text into a page of any engine, where it reads the screen and taps elements.
/** @typedef {import('./screen.ts').Screen} Screen */
/** @typedef {import('./screen.ts').Place} Place */

globalThis.afieldScreen = (() => {
  /** The words that an element shows have single spaces between them; without an element they are empty. */
  function text(/** @type {Element | null} */ element) {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is read
    const shown = element instanceof HTMLElement ? element.innerText : '';
    return shown.replace(/\s+/g, ' ').trim();
  }
  const nameOf = (/** @type {Element} */ element) => (element.getAttribute('aria-label') ?? text(element)).trim();

  /** True in the first frame: it shows the screen as it was left, which may be out of date. */
  const isPicture = (/** @type {Element} */ element) => element.closest('#first-paint') !== null;

  function isVisible(/** @type {Element} */ element) {
    if (isPicture(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  }
  const visible = (/** @type {string} */ selector, /** @type {ParentNode} */ within = document) =>
    [...within.querySelectorAll(selector)].filter(isVisible);
  const isReady = (/** @type {Element} */ button) =>
    !('disabled' in button && button.disabled) &&
    !button.hasAttribute('data-disabled') &&
    !button.hasAttribute('data-loading');

  const dialogs = () => visible('[role="dialog"]');
  const titleOf = (/** @type {Element} */ dialog) => text(dialog.querySelector('h2'));
  const drawer = () => dialogs().find((dialog) => titleOf(dialog) === 'Waiting actions');
  const panel = () => dialogs().find((dialog) => titleOf(dialog) !== 'Waiting actions');
  // An empty banner has no size, and counts all the same.
  const banner = () =>
    [...document.querySelectorAll('[role="status"][aria-label="Sync status"]')].find((each) => !isPicture(each));
  const toasts = () => visible('.mantine-Notification-root');
  /** @type {Record<Place, () => ParentNode | null | undefined>} */
  const places = {
    page: () => document,
    panel,
    drawer,
    banner,
    toasts: () => toasts()[0]?.parentElement?.closest('.mantine-Notifications-root'),
  };

  const buttonsOf = (/** @type {Element} */ dialog) => visible('button', dialog).filter(isReady).map(nameOf);

  /** @returns {Screen} */
  function look() {
    const open = panel();
    const queue = drawer();
    const status = banner();
    return {
      path: location.pathname,
      isLogin: visible('input[type="password"]').length > 0,
      banner: status ? text(status) : null,
      toasts: toasts().map(text),
      rows: visible('[data-offer]').map((row) => ({
        offerId: row.getAttribute('data-offer') ?? '',
        text: text(row.closest('tr') ?? row),
      })),
      panel: open ? { title: titleOf(open), text: text(open), buttons: buttonsOf(open) } : null,
      drawer: queue ? visible('li', queue).map(text) : null,
    };
  }

  /** True if a press on the element's middle would hit another element. */
  function isCovered(/** @type {Element} */ element) {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met === null || !(element.contains(met) || met.contains(element));
  }

  /**
   * Taps the first button, box or link of this name that isn't covered.
   * @param {Place} place
   * @param {string} pattern the source of a regular expression
   * @returns {Screen | null} the screen as it was before the tap; null if there is no such element
   */
  function press(place, pattern) {
    const within = places[place]();
    const wanted = new RegExp(pattern);
    const found =
      within &&
      visible('button, a, label', within).find(
        (each) => isReady(each) && wanted.test(nameOf(each)) && !each.closest('[inert]') && !isCovered(each),
      );
    if (!(found instanceof HTMLElement)) return null;
    const before = look();
    found.click();
    // Offline the page asks about a draft that wasn't watched. The answer is part of the same tap, so that nothing comes between.
    setTimeout(() =>
      [...document.querySelectorAll('button')].find((each) => nameOf(each) === 'Approve anyway')?.click(),
    );
    return before;
  }

  return { look, press };
})();
