import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { createServer } from 'vite';
import { expectAccessible } from './fixtures/accessible.ts';

const configFile = fileURLToPath(new URL('../gallery/vite.config.ts', import.meta.url));

const test = base.extend<object, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from a pattern, even of nothing
    async ({}, use) => {
      const server = await createServer({ configFile, logLevel: 'error', server: { port: 0, host: '127.0.0.1' } });
      await server.listen();
      const address = server.httpServer?.address();
      if (address === null || typeof address !== 'object') throw new Error('The gallery has no address.');
      await use(`http://127.0.0.1:${address.port}/`);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

for (const width of [360, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 800 }, colorScheme });

      test('every part meets WCAG 2.2 AA in all its states and keeps to its place', async ({
        page,
        gallery,
      }, testInfo) => {
        const complaints: string[] = [];
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        await page.goto(gallery);
        const states = page.getByRole('main').locator('section > div > section');
        await expect(page.getByText('Loading…')).toBeVisible();
        for (const name of ['Show error', 'Show information']) await page.getByRole('button', { name }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'An update is ready' })).toBeVisible();
        await expectAccessible(page, `gallery at ${width}`);

        const places = await states.evaluateAll((all) =>
          all.map((state) => {
            const { left, right } = state.getBoundingClientRect();
            const outside = [...state.querySelectorAll('*')].filter((each) => {
              const box = each.getBoundingClientRect();
              return box.width > 1 && (box.left < left - 8 || box.right > right + 8);
            });
            const { height = 0 } = state.lastElementChild?.getBoundingClientRect() ?? {};
            return { name: state.getAttribute('aria-label'), height, outside: outside.map(({ tagName }) => tagName) };
          }),
        );
        expect(places.length, 'states shown').toBeGreaterThan(50);
        expect(
          places.filter(({ outside }) => outside.length > 0),
          'what stands out of its place',
        ).toEqual([]);
        const unseen = places.filter(
          ({ name, height }) => height === 0 && !/^(Fetching|VisuallyHidden)/.test(name ?? ''),
        );
        expect(unseen, 'what can not be seen').toEqual([]);
        expect(complaints).toEqual([]);
        await testInfo.attach('gallery', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
      });
    });
  }
}
