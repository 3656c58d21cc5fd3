import { expect, test } from '@playwright/test';
import { type MailText, renderHtml } from '#server/services/mail/render.ts';
import { expectAccessibleAsShown } from '../fixtures/looks/accessible.ts';

const id = 'off_01KMDB99N032VHEYXNJBR7BFMC';

/** An email with every possible part and the longest words: ids, and links with a token. */
const mail: MailText = {
  subject: 'Harbour Tea requested changes',
  greeting: 'Hello Ada,',
  paragraphs: ['Harbour Tea reviewed your draft and requested these changes:'],
  lists: [
    {
      heading: 'Offers waiting for the team for 2 days or more',
      points: [{ title: 'Winter tea', text: `AWAITING_CUSTOM_CAPTION_CLEARANCE · owner@brands.test · ${id}` }],
      after: 'And 3 more.',
    },
  ],
  items: [{ title: 'Your draft', note: '@ada · Winter tea', image: null, url: `https://afield.test/c/${id}` }],
  after: 'And 2 more.',
  action: { label: 'See the changes', url: `https://afield.test/c/${id}.1.${'3efzOy0fmTWDAqvkPVZt'.repeat(2)}` },
  footnote: 'This link is personal: anyone who has it can act for you.',
  unsubscribeUrl: 'https://afield.test/c/reminders/token',
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an email fits a phone and is readable, ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, colorScheme });
    await page.setContent(renderHtml(mail));
    await expectAccessibleAsShown(page, `a mail, ${colorScheme}`);
    // A post's link has no picture; an empty frame would look like a failed load.
    await expect(page.locator('.picture')).toHaveCount(0);
    await page.close();
  });
}
