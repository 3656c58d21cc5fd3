/**
 * Loads a style sheet. Its link has the attributes of the build's own links, so that Vite doesn't load the sheet again.
 * Vite takes a link in the page for a loaded sheet, so a failed one is removed.
 * @throws the error event
 */
export const loadStyleSheet = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href });
    link.onload = () => resolve();
    link.onerror = (error) => {
      link.remove();
      reject(error);
    };
    document.head.append(link);
  });
