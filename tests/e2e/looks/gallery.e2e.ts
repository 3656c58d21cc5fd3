import { expect, type Page } from '@playwright/test';
import { expectAccessibleAsShown } from '../fixtures/looks/accessible.ts';
import { placesOf, sameLooking, test } from '../fixtures/looks/gallery.ts';

type Media = Parameters<Page['emulateMedia']>[0];
interface Look {
  name: string;
  media: Media;
  /** States that are invisible in this look. */
  unseen: RegExp;
  /** States that may look the same in it. */
  same: readonly string[];
}

const onScreens = /^(Fetching|PrintOnly)/;
const tones = ['amber', 'blue', 'green', 'grey', 'red', 'violet'];
/** A broken picture shows the same initials as a missing one. */
const onPaper = ['Avatar: initials = broken picture'];
/** A disabled button looks the same in each variant. */
const always = [
  ...onPaper,
  ...['default', 'outline', 'subtle'].map((rank) => `Button: filled, disabled = ${rank}, disabled`),
];
/** Badges differ only by their text; among buttons only the primary one stands out. */
const forced = [
  ...tones.map((tone) => `Badge: soft, ${tone} = outline, ${tone}`),
  ...['Button: default = outline', 'Button: default = subtle', 'ActionIcon: default = subtle'],
];
const looks: readonly Look[] = [
  { name: 'in light', media: { colorScheme: 'light' }, unseen: onScreens, same: always },
  { name: 'in dark', media: { colorScheme: 'dark' }, unseen: onScreens, same: always },
  { name: 'with forced colours', media: { forcedColors: 'active' }, unseen: onScreens, same: [...always, ...forced] },
  {
    name: 'on paper',
    media: { media: 'print' },
    unseen: /^(Fetching|Button|FilterMenu|Toaster|Skeleton: below a list)/,
    same: onPaper,
  },
];

for (const width of [360, 1280]) {
  for (const { name, media, unseen, same } of looks) {
    test.describe(`${width} px wide, ${name}`, () => {
      test.use({ viewport: { width, height: 800 } });

      test('every component meets WCAG 2.2 AA in all states, doesn’t overflow, and has distinct states', async ({
        page,
        gallery,
      }, testInfo) => {
        const complaints: string[] = [];
        page.on('pageerror', ({ message }) => complaints.push(message));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        await page.goto(gallery);
        await expect(page.getByText('Loading…')).toBeVisible();
        for (const button of ['Show error', 'Show information', 'Open', 'Filter: All campaigns']) {
          await page.getByRole('button', { name: button, exact: true }).click();
        }
        await expect(page.getByRole('alert').filter({ hasText: 'An update is ready' })).toBeVisible();
        await expect(page.getByRole('menu')).toBeVisible();
        await page.emulateMedia(media);
        await expectAccessibleAsShown(page, `gallery at ${width} ${name}`);
        await page.keyboard.press('Escape');

        const places = await placesOf(page);
        expect(places.length, 'states shown').toBeGreaterThan(80);
        expect(
          places.filter(({ outside }) => outside.length > 0),
          'elements that overflow',
        ).toEqual([]);
        expect(
          places.filter((place) => place.height < 1 !== unseen.test(place.name)),
          'elements that are wrongly visible or hidden',
        ).toEqual([]);
        // In one column, pictures of equal states differ only in content.
        if (width === 360) expect(await sameLooking(page), 'states that look the same').toEqual([...same].sort());
        expect(complaints).toEqual([]);
        await testInfo.attach('gallery', { body: await page.screenshot({ fullPage: true }), contentType: 'image/png' });
      });
    });
  }
}
