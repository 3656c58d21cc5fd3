import { button, expectThere } from './fixtures/app.ts';
import { expect, test } from './fixtures/test.ts';

/** Runs in a page: covers it for a moment, as a closing dialog does, and counts clicks on the cover. */
function coverForAMoment(): void {
  const cover = document.createElement('div');
  cover.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
  cover.addEventListener('click', () => {
    document.documentElement.dataset.coverClicks = 'some';
  });
  document.body.append(cover);
  setTimeout(() => cover.remove(), 1_000);
}

/** Runs in a page: stores a row with strict durability, as the queue does. */
function writeRow(row: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('phones-test', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('rows', 'readwrite', { durability: 'strict' });
      transaction.objectStore('rows').put(row, 'row');
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error);
    };
  });
}

/** Runs in a page: shows checkboxes further apart than the window is high, and makes each press slow. */
function showBoxes(names: string[]): void {
  const boxes = names.map((name) => {
    const label = document.createElement('label');
    label.style.cssText = 'display: block; height: 2000px';
    const input = document.createElement('input');
    input.type = 'checkbox';
    label.append(input, name);
    return label;
  });
  document.body.replaceChildren(...boxes);
  addEventListener('pointerdown', () => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  });
}

/** Runs in a page: the names of the checked boxes. */
const tickedBoxes = () => [...document.querySelectorAll('label:has(:checked)')].map((label) => label.textContent);

/** Runs in a page: reads the row; null if there is none. */
function readRow(): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('phones-test', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('rows').objectStore('rows').get('row');
      reading.onsuccess = () => resolve((reading.result as string | undefined) ?? null);
      reading.onerror = () => reject(reading.error);
    };
  });
}

test.describe('a phone', () => {
  test('presses only visible elements, never through an overlay, with trusted events', async ({ tab }) => {
    await tab.open('/signup');
    await expectThere(tab, button('Sign Up'));
    await tab.evaluate(() => {
      document.addEventListener('click', ({ isTrusted }) => {
        document.documentElement.dataset.trusted = String(isTrusted);
      });
    });
    await tab.evaluate(coverForAMoment);
    await tab.press({ role: 'link', name: 'Back to Login' });
    await expectThere(tab, button('Log in'));
    expect(await tab.evaluate(() => ({ ...document.documentElement.dataset }))).toMatchObject({ trusted: 'true' });
    expect(await tab.evaluate(() => document.documentElement.dataset.coverClicks ?? 'none')).toBe('none');
  });

  test('completes a press before scrolling to the next element', async ({ tab }) => {
    const names = ['First', 'Second', 'Third'];
    await tab.open('/signup');
    await expectThere(tab, button('Sign Up'));
    await tab.evaluate(showBoxes, names);
    for (const name of names) await tab.press({ role: 'checkbox', name });
    expect(await tab.evaluate(tickedBoxes)).toEqual(names);
  });

  test('reports errors that a page logs and throws', async ({ tab, complaints }) => {
    await tab.open('/');
    await expectThere(tab, button('Log in'));
    await tab.evaluate(() => {
      // biome-ignore lint/suspicious/noConsole: the test needs a logged error
      console.error('logged on purpose');
      setTimeout(() => {
        throw new Error('thrown on purpose');
      });
    });
    for (const words of ['logged on purpose', 'thrown on purpose']) {
      await expect.poll(() => complaints.unexpected()).toContainEqual(expect.stringContaining(words));
    }
    complaints.allow(/on purpose/);
  });

  test('keeps stored data after kill -9, and loses it all to eviction', async ({ phone, tab }) => {
    await tab.open('/');
    await tab.evaluate(writeRow, 'a word');
    await phone.kill();
    await phone.start();
    const second = await phone.newTab();
    await second.open('/');
    expect(await second.evaluate(readRow)).toBe('a word');
    await second.evaluate(() => localStorage.setItem('phones-test', 'another word'));
    await phone.quit();
    await phone.start();
    const third = await phone.newTab();
    await third.open('/');
    expect(await third.evaluate(readRow)).toBe('a word');
    expect(await third.evaluate(() => localStorage.getItem('phones-test'))).toBe('another word');
    await phone.quit();
    await phone.evict();
    await phone.start();
    const fourth = await phone.newTab();
    await fourth.open('/');
    expect(await fourth.evaluate(readRow)).toBeNull();
  });
});
