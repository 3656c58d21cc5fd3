import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { hasPostgres } from '../support/postgres.ts';
import { createReceiver } from '../support/push-receiver.ts';
import { startPushService } from '../support/push-service.ts';
import { campaignTitle, signUp } from './fixtures/app.ts';
import { type Complaints, listenForComplaints } from './fixtures/complaints.ts';
import { type Installation, startInstallation } from './fixtures/installation.ts';
import { atStep, expectFunded, payWithConfirmation, press, steps } from './fixtures/onboarding.ts';
import { fakePushService } from './fixtures/push.ts';
import { forgetPaintedScreen } from './fixtures/test.ts';
import { keepToasts } from './fixtures/toasts.ts';
import { commandsOfPage, withoutRepeats } from './fixtures/walk-commands.ts';
import { at, next, openWizard } from './fixtures/wizard.ts';

// The walk of docs/first-day.md: an empty installation, its operator's commands, and a phone each for brand and creators.

interface Day {
  pushes: Awaited<ReturnType<typeof startPushService>>;
  installation: Installation;
  complaints: Complaints;
}

const receiver = createReceiver();

const test = base.extend<Day>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from a pattern, even of nothing
  pushes: async ({}, use) => {
    const pushes = await startPushService();
    await use(pushes);
    await pushes.close();
  },
  installation: async ({ pushes }, use) => {
    const installation = await startInstallation({ PUSH_SERVICES: pushes.origin });
    await use(installation);
    expect(await installation.stop(), 'what the server logged as its faults').toEqual([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from a pattern, even of nothing
  complaints: async ({}, use) => {
    const complaints = listenForComplaints();
    await use(complaints);
    expect(complaints.unexpected(), 'errors that nobody expected in a browser').toEqual([]);
  },
  baseURL: ({ installation }, use) => use(installation.url),
  /** The brand's phone. */
  context: async ({ context, complaints, pushes }, use) => {
    complaints.watch(context);
    await forgetPaintedScreen(context);
    await keepToasts(context);
    await fakePushService(context, { endpoint: `${pushes.origin}/push/phone`, keys: receiver.keys });
    await use(context);
  },
});
test.use({ permissions: ['notifications'] });
test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium lets a test deliver a push');
test.skip(!hasPostgres(), 'There is no PostgreSQL on this machine');

const brand = { name: 'Harbour Tea', email: 'ines@harbour-tea.test', password: 'Right-pass1!' };
const campaign = 'Harbour mornings';
const creators = [
  { firstName: 'Ada', lastName: 'Moss', username: 'ada.moss' },
  { firstName: 'Bo', lastName: 'Lind', username: 'bo.lind' },
  { firstName: 'Cy', lastName: 'Park', username: 'cy.park' },
].map((creator) => ({ ...creator, email: `${creator.firstName.toLowerCase()}@creators.test` }));

/** A creator's own phone, with the page of a mailed link open. */
async function openLink(browser: Browser, complaints: Complaints, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true });
  complaints.watch(context);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: campaign })).toBeVisible();
  return page;
}

test('a newcomer’s day: from an empty database to creators at work', async ({
  page,
  browser,
  installation,
  complaints,
}) => {
  test.setTimeout(300_000);
  const { admin, mail, file } = installation;

  await test.step('a brand signs up, and the team lets it in', async () => {
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

  await test.step('it tells of itself, and funds its account', async () => {
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

  await test.step('its phone is to tell it of what waits', async () => {
    await page.goto('/dashboard/settings');
    const section = page.getByRole('region', { name: 'Notifications', exact: true });
    await section.getByRole('button', { name: 'Tell me when something waits' }).click();
    await expect(section).toContainText('This device tells you when something waits.');
  });

  await test.step('it creates a campaign', async () => {
    const wizard = await openWizard(page);
    await at(wizard, 'Start with the basics');
    await wizard.getByLabel('Title', { exact: true }).fill(campaign);
    await next(wizard);
    await at(wizard, 'What should creators do?');
    await next(wizard);
    await at(wizard, 'Who should make it?');
    await wizard.getByLabel('Outdoors').check();
    await next(wizard);
    await at(wizard, 'How many views do you want?');
    await wizard.getByLabel('Budget', { exact: true }).fill('300');
    await next(wizard);
    await at(wizard, 'Ready to send?');
    await wizard.getByRole('button', { name: 'Create Campaign' }).click();
    await expect(campaignTitle(page, campaign)).toBeVisible();
  });

  await test.step('the team approves it, and invites creators from a file', async () => {
    const { campaigns } = await admin<{ campaigns: { id: string; name: string }[] }>('list-campaigns');
    const [waiting] = campaigns;
    expect(campaigns.map(({ name }) => name)).toEqual([campaign]);
    const id = waiting?.id ?? '';
    await admin('approve-campaign', id);
    const csv = file('creators.csv', [
      'email,firstName,lastName,platform,username',
      ...creators.map(({ email, firstName, lastName, username }) =>
        [email, firstName, lastName, 'TIKTOK', `@${username}`].join(','),
      ),
    ]);
    expect(await admin('import-creators', csv, '--dry-run')).toMatchObject({ creators: { made: 3 }, refused: [] });
    expect(await admin('import-creators', csv)).toMatchObject({ accounts: { made: 3 }, refused: [] });
    const emails = creators.map(({ email }) => email).join(',');
    expect(await admin('invite', id, '--to', emails)).toMatchObject({ refused: [] });
  });

  await test.step('the creators accept by their mailed links', async () => {
    for (const creator of creators) {
      const { link } = await mail(creator.email, `${brand.name} would like to work with you`);
      const phone = await openLink(browser, complaints, link);
      await phone.getByRole('button', { name: 'Accept' }).click();
      await expect(phone.getByRole('heading', { level: 2, name: 'Send your draft' })).toBeVisible();
      await phone.context().close();
    }
  });

  expect(withoutRepeats(installation.commands)).toEqual(commandsOfPage('docs/first-day.md'));
});
