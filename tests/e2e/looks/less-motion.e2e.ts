import { expectUpToDate } from '../fixtures/steps/app.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('color changes are immediate with reduced motion', async ({ page }) => {
  await page.goto('/dashboard/campaigns');
  await expectUpToDate(page);
  const { before, after, moving } = await page.evaluate(() => {
    const read = () => [...document.querySelectorAll('time')].map((each) => getComputedStyle(each).color);
    const before = read();
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    return { before, after: read(), moving: document.getAnimations().length };
  });
  expect(moving, 'running animations').toBe(0);
  expect(before.length, 'ages shown').toBeGreaterThan(0);
  expect(
    after.filter((color, place) => color === before[place]),
    'elements that kept their color',
  ).toEqual([]);
});
