// This script is sent as text into a page of any engine, where it reads the screen and taps elements.
globalThis.afieldScreen = (() => {
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown is read
  const text = (element) => (element?.innerText ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element) => (element.getAttribute('aria-label') ?? text(element)).trim();

  /** True in the first frame: it shows the screen as it was left, which may be out of date. */
  const isPicture = (element) => element.closest('#first-paint') !== null;

  function isVisible(element) {
    if (isPicture(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  }
  const visible = (selector, within = document) => [...within.querySelectorAll(selector)].filter(isVisible);
  const isReady = (button) =>
    !button.disabled && button.dataset.disabled === undefined && button.dataset.loading === undefined;

  const dialogs = () => visible('[role="dialog"]');
  const titleOf = (dialog) => text(dialog.querySelector('h2'));
  const drawer = () => dialogs().find((dialog) => titleOf(dialog) === 'Waiting actions');
  const panel = () => dialogs().find((dialog) => titleOf(dialog) !== 'Waiting actions');
  // An empty banner has no size, and counts all the same.
  const banner = () =>
    [...document.querySelectorAll('[role="status"][aria-label="Sync status"]')].find((each) => !isPicture(each)) ??
    null;
  const toasts = () => visible('.mantine-Notification-root');
  const places = {
    page: () => document,
    panel,
    drawer,
    banner,
    toasts: () => toasts()[0]?.parentElement?.closest('.mantine-Notifications-root'),
  };

  const buttonsOf = (dialog) => visible('button', dialog).filter(isReady).map(nameOf);

  function look() {
    const open = panel();
    const queue = drawer();
    return {
      path: location.pathname,
      isLogin: visible('input[type="password"]').length > 0,
      banner: banner() && text(banner()),
      toasts: toasts().map(text),
      rows: visible('[data-offer]').map((row) => ({
        offerId: row.dataset.offer,
        text: text(row.closest('tr') ?? row),
      })),
      panel: open ? { title: titleOf(open), text: text(open), buttons: buttonsOf(open) } : null,
      drawer: queue ? visible('li', queue).map(text) : null,
    };
  }

  /** True if a press on the element's middle would hit another element. */
  function isCovered(element) {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met === null || !(element.contains(met) || met.contains(element));
  }

  /** Taps the first button, box or link of this name that isn't covered; null if there is none. */
  function press(place, pattern) {
    const within = places[place]();
    const wanted = new RegExp(pattern);
    const found =
      within &&
      visible('button, a, label', within).find(
        (each) => isReady(each) && wanted.test(nameOf(each)) && !each.closest('[inert]') && !isCovered(each),
      );
    if (!found) return null;
    const before = look();
    found.click();
    return before;
  }

  return { look, press };
})();
