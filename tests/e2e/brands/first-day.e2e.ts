import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { formatUsd } from '#domain/money/money.ts';
import type { DueCreator } from '#server/services/admin/payouts/due.ts';
import { browserHome } from '#tests/support/browsers/chromium.mjs';
import { metricsFile } from '#tests/support/calls/metrics.ts';
import { hasFfmpeg, phoneFilm, smallFilm } from '#tests/support/media/make.ts';
import { hasPostgres } from '#tests/support/postgres/postgres.ts';
import { shownNotifications, tapNotification } from '../fixtures/network/push.ts';
import type { Installation } from '../fixtures/server/installation.ts';
import { commandsOfPage, withoutRepeats } from '../fixtures/server/walk-commands.ts';
import {
  campaignStatus,
  campaignTitle,
  closeOffer,
  expectUpToDate,
  offerPanel,
  offerRow,
  requestChanges,
  signUp,
} from '../fixtures/steps/app.ts';
import { chooseVideo, expectTask, handIn, uploadThroughKill } from '../fixtures/steps/creator-phone.ts';
import {
  approveInList,
  brand,
  type Creator,
  campaign,
  creators,
  getPush,
  onPhone,
  pushesTo,
  test,
} from '../fixtures/steps/first-day.ts';
import { laterCampaigns } from '../fixtures/steps/later-campaigns.ts';
import { atStep, expectFunded, payWithConfirmation, press, steps } from '../fixtures/steps/onboarding.ts';
import { at, next, openWizard } from '../fixtures/steps/wizard.ts';

// Fails on a missing button long before the timeout of the whole day.
test.use({ permissions: ['notifications'], actionTimeout: 60_000 });
test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium lets a test deliver a push');
test.skip(!hasPostgres() || !hasFfmpeg, 'There is no PostgreSQL or no ffmpeg on this machine');

/** Rows of an `import-creators` file. */
const creatorRows = [
  'email,firstName,lastName,platform,username',
  ...creators.map(({ email, firstName, lastName, username }) =>
    [email, firstName, lastName, 'TIKTOK', `@${username}`].join(','),
  ),
];

/** A brand signs up, is approved, introduces itself and funds its account. */
async function joins(page: Page, { admin, mail }: Installation): Promise<void> {
  await test.step('a brand signs up, and the team approves it', async () => {
    await page.goto('/signup');
    await signUp(page, brand);
    await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeVisible();
    await page.goto((await mail(brand.email, /^Verify/)).link);
    await expect(page.getByRole('heading', { name: 'Account Under Review' })).toBeVisible();
    const { brands } = await admin<{ brands: { email: string }[] }>('list-brands', '--status', 'pending');
    expect(brands.map(({ email }) => email)).toEqual([brand.email]);
    await admin('approve-brand', brand.email);
    await page.goto((await mail(brand.email, /approved/)).link);
  });

  await test.step('the brand completes its profile and adds funds', async () => {
    const modal = page.getByRole('dialog', { name: 'Set up your brand' });
    for (const { title, fill, next: onwards } of steps) {
      await atStep(modal, title);
      await fill(modal);
      await press(modal, onwards);
    }
    await atStep(modal, 'Finalize and pay');
    await payWithConfirmation(page, modal);
    await expectFunded(page, modal);
  });
}

// Follows docs/first-day.md: the team uses commands only; the brand and the creators use their own phones.
test('a newcomer’s first day, from an empty database to paid creators', async ({
  page,
  browser,
  context,
  installation,
  pushService,
  receiver,
  complaints,
}) => {
  test.setTimeout(900_000);
  const { admin, mail, file } = installation;
  const [ada, bo, cy] = creators;
  const day = { browser, complaints, pushService, receiver };
  const byMail = async ({ email }: Creator, subject: string, does: Parameters<typeof onPhone>[2]) =>
    onPhone(day, (await mail(email, subject)).link, does);

  await joins(page, installation);

  await test.step('the brand turns on push notifications', async () => {
    await page.goto('/dashboard/settings');
    const section = page.getByRole('region', { name: 'Notifications', exact: true });
    await section.getByRole('button', { name: 'Turn on notifications' }).click();
    await expect(section).toContainText('Notifications are on for this device.');
  });

  await test.step('the brand creates a campaign', async () => {
    const wizard = await openWizard(page);
    await at(wizard, 'Start with the basics');
    await wizard.getByLabel('Title', { exact: true }).fill(campaign);
    await next(wizard);
    await at(wizard, 'What should creators do?');
    await next(wizard);
    await at(wizard, 'Which creators should take part?');
    await wizard.getByLabel('Outdoors').check();
    await next(wizard);
    await at(wizard, 'How many views do you want?');
    await wizard.getByLabel('Budget', { exact: true }).fill('300');
    await next(wizard);
    await at(wizard, 'Ready to submit?');
    await wizard.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(campaignTitle(page, campaign)).toBeVisible();
  });

  const campaignId = await test.step('the team approves the campaign, and imports creators from a file', async () => {
    const { campaigns } = await admin<{ campaigns: { id: string; name: string }[] }>('list-campaigns');
    const [waiting] = campaigns;
    expect(campaigns.map(({ name }) => name)).toEqual([campaign]);
    const id = waiting?.id ?? '';
    expect(await admin('show-campaign', id)).toMatchObject({ id, name: campaign, approvalStatus: 'PENDING' });
    await admin('approve-campaign', id);
    const csv = file('creators.csv', creatorRows);
    expect(await admin('import-creators', csv, '--dry-run')).toMatchObject({ creators: { made: 3 }, refused: [] });
    expect(await admin('import-creators', csv)).toMatchObject({ accounts: { made: 3 }, refused: [] });
    const emails = creators.map(({ email }) => email).join(',');
    expect(await admin('invite', id, '--to', emails)).toMatchObject({ refused: [] });
    return id;
  });

  await test.step('the creators accept through their emailed links', async () => {
    for (const creator of creators) {
      await byMail(creator, `${brand.name} would like to work with you`, async (phone) => {
        await phone.getByRole('button', { name: 'Accept' }).click();
        await expectTask(phone, 'Send your draft');
      });
    }
  });

  await test.step('the creators submit drafts, and one upload resumes after its browser is killed at 30%', async () => {
    const { link } = await mail(ada.email, `${brand.name} would like to work with you`);
    const profile = mkdtempSync(join(browserHome(), 'profile-'));
    const cut = { link, profile, video: phoneFilm(), bitsPerSecond: 2_000_000, killedAt: 0.3 };
    const sent = await uploadThroughKill(cut, (phone) => handIn(phone, brand.name, 'Tea at six'));
    expect(sent.after).toBeLessThan(sent.video * 0.8);
    await mail(brand.email, `Ready to review: ${ada.name}`);
    for (const creator of [bo, cy]) {
      await byMail(creator, `${brand.name} would like to work with you`, async (phone) => {
        await chooseVideo(phone, smallFilm());
        await handIn(phone, brand.name, 'Tea at noon');
      });
    }
  });

  await test.step('the brand gets one email and several pushes', async () => {
    await getPush(page, day, `${cy.name} sent a draft`);
    const pushes = pushesTo(day);
    expect(pushes.at(-1)?.app_badge).toBe(3);
    expect(pushes.map(({ notification }) => notification.title)).toContain(`${ada.name} sent a draft`);
    expect(installation.mailsTo(brand.email).filter(({ subject }) => /ready to review/i.test(subject))).toHaveLength(1);
    await expect.poll(() => shownNotifications(page)).toMatchObject([{ title: `${cy.name} sent a draft` }]);
    await tapNotification(context);
    await closeOffer(page, { creator: cy.name });
    // The push leads to the inbox.
    for (const { name } of creators) await expect(offerRow(page, { creator: name })).toContainText('Draft · Version 1');
    await page.goto(`/dashboard/campaigns/${campaignId}`);
    for (const { name } of creators) await expect(offerRow(page, { creator: name })).toContainText('Review draft');
  });

  await test.step('the brand requests changes offline, and approves the other drafts', async () => {
    await expectUpToDate(page);
    complaints.allowNetworkFailures();
    await context.setOffline(true);
    await requestChanges(page, { creator: ada.name }, ['Start over']);
    await expect(offerPanel(page, { creator: ada.name })).toContainText('Changes queued');
    await closeOffer(page, { creator: ada.name });
    await context.setOffline(false);
    await expectUpToDate(page);
    await expect(offerRow(page, { creator: ada.name })).toContainText('Waiting for resubmission');
    for (const creator of [bo, cy]) await approveInList(page, creator, 'draft');
  });

  await test.step('the creators get an email, and one resubmits', async () => {
    expect((await mail(ada.email, `${brand.name} requested changes`)).text).toContain('Start over');
    await byMail(ada, `${brand.name} requested changes`, async (phone) => {
      await expectTask(phone, `${brand.name} requested changes`);
      await chooseVideo(phone, smallFilm());
      await handIn(phone, brand.name, 'Tea at six, again');
    });
    await getPush(page, day, `${ada.name} sent a draft`);
    await approveInList(page, ada, 'draft');
  });

  await test.step('the creators post and submit links, and the brand approves them', async () => {
    for (const creator of creators) {
      await byMail(creator, `Time to post: ${brand.name} approved your draft`, async (phone) => {
        await phone.getByLabel('Link to your post').fill(creator.post);
        await phone.getByRole('button', { name: 'Send link' }).click();
        await expectTask(phone, `${brand.name} is reviewing your post`);
      });
      await getPush(page, day, `${creator.name} sent a post link`);
      await approveInList(page, creator, 'link');
      await mail(creator.email, 'Your post is approved');
    }
  });

  await test.step('views reach the goal, the campaign ends, and earnings clear', async () => {
    const forDate = new Date().toISOString().slice(0, 10);
    const rows = creators.map(({ post, username, views }) => ({
      ...{ finalPostUrl: post, socialPlatform: 'TIKTOK', socialUsername: username, forDate },
      ...{ viewCount: views, likeCount: 10, commentCount: 1, shareCount: 1 },
    }));
    const figures = file('figures.csv', [metricsFile(rows)]);
    const report = await installation.importMetrics('--campaign', campaignId, figures);
    expect(report).toMatchObject({ refused: [] });
    // The server's job loop runs every minute.
    await mail(brand.email, /^Ended/, { timeoutMs: 90_000 });
    // The push triggers a sync; polling alone could take up to 70 s.
    await getPush(page, day, `${campaign} has ended`);
    const due = ['--stage', 'AWAITING_EARNING_CLEARANCE'];
    const { offers } = await admin<{ offers: { id: string }[] }>('list-offers', campaignId, ...due);
    expect(offers).toHaveLength(creators.length);
    await admin('settle-campaign', campaignId, '--today');
    for (const creator of creators) {
      await byMail(creator, 'Your earnings are final', async (phone) => {
        await expectTask(phone, 'All done');
        await expect(phone.getByText(creator.earns)).toBeVisible();
      });
    }
    await mail(brand.email, /^Settled/);
    await expect(campaignStatus(page)).toContainText('goal', { ignoreCase: true });
    await expect(campaignStatus(page)).toContainText('Settled on');
  });

  await test.step('the team pays the creators', async () => {
    const { due } = await admin<{ due: DueCreator[] }>('list-due');
    const sums = due.map(({ creator, amountCents }) => [creator?.email, formatUsd(amountCents)]);
    expect(sums.sort()).toEqual(creators.map(({ email, earns }) => [email, earns]));
    for (const creator of creators) {
      await admin('mark-paid', creator.email, '--amount', creator.earns.slice(1));
      await byMail(creator, `You were paid ${creator.earns}`, async (phone) => {
        await expectTask(phone, 'All done');
        await expect(phone.getByText('Paid', { exact: true })).toBeVisible();
      });
    }
  });

  await test.step('the brand’s statement adds up', async () => {
    await page.goto('/dashboard/statements');
    await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('$450.00');
  });

  expect(withoutRepeats(installation.commands)).toEqual(commandsOfPage('docs/first-day.md'));
});

test('later campaigns: a goal, changes, a flat fee, a product, and a statement that adds up', async ({
  page,
  installation,
}) => {
  test.setTimeout(900_000);
  const { admin } = installation;
  const [ada, , cy] = creators;
  await joins(page, installation);
  await admin('import-creators', installation.file('creators.csv', creatorRows));

  const later = await laterCampaigns(installation, page);
  await test.step('a campaign reaches its goal and ends with an approved draft unposted', later.endsByGoal);
  await test.step('a campaign is topped up, paused, resumed and ended early', later.isChanged);
  await test.step('a campaign pays a flat fee', later.paysFlatFee);
  await test.step('a campaign pays in product', later.givesProduct);

  await test.step('the brand’s statement and the amounts due to creators add up', async () => {
    const { due } = await admin<{ due: DueCreator[] }>('list-due');
    const sums = due.map(({ creator, amountCents }) => [creator?.email, formatUsd(amountCents)]);
    expect(sums.sort()).toEqual([
      [ada.email, '$310.00'],
      [cy.email, '$50.00'],
    ]);
    await page.goto('/dashboard/statements');
    // $750.00 less the $250.00, $50.00 and $60.00 that creators earned.
    await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('$390.00');
    const returned = page.getByRole('row').filter({ hasText: 'Campaign Settled' });
    for (const amount of ['+$250.00', '+$60.00']) await expect(returned.filter({ hasText: amount })).toHaveCount(1);
  });
});
