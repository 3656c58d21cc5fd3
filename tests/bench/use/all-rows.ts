import type { Page } from 'playwright';

/**
 * Replaces the app's virtual list, which renders only the rows near the viewport, with its alternative: all rows as
 * plain elements without a script, of which the browser itself skips those out of view (`content-visibility: auto`).
 * The page leaves the app.
 * @param row a selector of the list's rows, some of which are currently on the page
 */
export async function putAllRows(page: Page, row: string, count: number): Promise<void> {
  const address = page.url();
  const { styles, root, list, rows, tops, heightPx } = await page.evaluate((row) => {
    const all = [...document.querySelectorAll<HTMLElement>(row)].sort(
      (a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top),
    );
    if (!all[0]?.parentElement) throw new Error('There are no rows to copy.');
    const [root, list] = [document.documentElement, all[0].parentElement].map(
      (element) => element.cloneNode(false) as Element,
    );
    return {
      styles: [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText),
      root: root?.outerHTML.replace(/<\/.*/, ''),
      list: list?.outerHTML.replace(/<\/.*/, ''),
      rows: all.map(({ outerHTML }) => outerHTML),
      tops: all.map(({ style }) => Number.parseFloat(style.top)),
      heightPx: all[0].offsetHeight,
    };
  }, row);
  // The smallest distance is the row pitch: a row that keeps the focus may be far from the others.
  const pitchPx = Math.min(
    ...tops
      .slice(1)
      .map((top, place) => top - (tops[place] ?? 0))
      .filter((px) => px > 0),
  );
  const at = (place: number) => (rows[place % rows.length] ?? '').replace(/top: [^;]+;/, `top: ${place * pitchPx}px;`);
  await page.goto('about:blank');
  await page.setContent(
    `<!doctype html>${root}<head><base href="${address}"><style>${styles.join('\n')}</style>
    <style>[data-row] { content-visibility: auto; contain-intrinsic-size: auto ${heightPx}px }</style></head>
    <body><main style="margin: 300px 16px 0">${list?.replace(/height: [^;]+;/, `height: ${count * pitchPx}px;`)}
    ${Array.from({ length: count }, (_, place) => at(place)).join('')}</main></body></html>`,
  );
}
