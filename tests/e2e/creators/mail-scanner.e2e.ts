import { and, eq } from 'drizzle-orm';
import { signup } from '#contract/account/auth.ts';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { emailCodes, mails } from '#server/database/tables/account-tables.ts';
import { idempotencyKeys } from '#server/database/tables/call-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { offerMoves } from '#server/database/tables/offer-tables.ts';
import { brands, campaigns, fulfillments, offers, sessions } from '#server/database/tables/tables.ts';
import { passwordChangedEmail, passwordResetEmail } from '#server/services/accounts/emails.ts';
import { queueMail } from '#server/services/mail/outbox.ts';
import { invite } from '#server/services/moves/invite.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { notifyOfCampaign } from '#server/services/notices/brands/notify-of-campaign.ts';
import { remindCreators } from '#server/services/notices/creators/remind.ts';
import type { AppServer } from '../fixtures/server/app-server.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ loggedIn: false });

const draft = { video: '/media/demo/coffee.mp4', posterUrl: '/media/demo/coffee.webp', caption: 'First sip' };

type Steps = readonly Record<string, unknown>[];
/**
 * Steps of each creator's story. A new email about an offer replaces the previous one, so each kind has its own offer.
 */
const stories: readonly Steps[] = [
  [],
  [{ move: 'accept' }, { move: 'submit-draft', input: draft }],
  [
    { move: 'accept' },
    { move: 'submit-draft', input: draft },
    {
      ...{ move: 'request-changes', by: 'brand' },
      input: { requestedChanges: [requestedChange('START_OVER', 'Harbour Tea')] },
    },
  ],
  [{ move: 'accept' }, { move: 'submit-draft', input: draft }, { move: 'approve', by: 'brand' }],
  [{ move: 'invalidate', by: 'provider', input: { reason: 'The account was sold.' } }],
];

/** A brand that has been sent every kind of email with a link, and so have its creators. */
async function mailsOf({ db, given, mailsTo, port }: AppServer) {
  const name = crypto.randomUUID().slice(0, 8);
  const email = `owner-${name}@brands.test`;
  const brandId = await given.brand({ name: 'Harbour Tea', email });
  const now = () => new Date();
  // Reminders stop after the campaign's last day, so it starts now.
  const campaignId = await given.campaign(brandId, { asks: ['DRAFT'], startAt: now(), workerStartDate: now() });
  await Promise.all(
    stories.map(async (steps, i) => {
      const creatorId = await given.creator(brandId, { username: `ada${i}-${name}` });
      await given.person(brandId, creatorId, { email: `ada${i}-${name}@creators.test` });
      await writeBrand({ db, brandId }, async (writer) => {
        const { id: offerId } = await invite(writer, { campaignId, creatorId, now: now() }, afterMove);
        for (const step of steps) {
          const order = { by: 'creator', input: {}, ...step, offerId, now: now() };
          await makeMove(writer, order as Parameters<typeof makeMove>[1], afterMove);
        }
      });
    }),
  );
  await writeBrand({ db, brandId }, (writer) => notifyOfCampaign(writer, { campaignId, news: 'approved', now: now() }));
  for (const content of [passwordChangedEmail.of({}), passwordResetEmail.of({})])
    await queueMail(db, { brandId, recipient: email, content, now: now() });
  const newcomer = { name: 'Tidal Soap', email: `new-${name}@brands.test`, password: 'Right-pass1!' };
  await fetch(`http://127.0.0.1:${port}${signup.path}`, {
    method: signup.method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(newcomer),
  });
  await mailsTo(name);
  const since = new Date(Date.now() - 37 * 3_600_000);
  const isWaiting = and(eq(offers.brandId, brandId), eq(offers.stageType, 'OFFERED'));
  await db.update(offers).set({ stageEnteredAt: since }).where(isWaiting);
  await remindCreators(db, now());
  return mailsTo(name);
}

async function everything({ db }: AppServer) {
  const tables = [offers, offerMoves, fulfillments, campaigns, creatorProfiles, brands] as const;
  const others = [emailCodes, idempotencyKeys, sessions, mails] as const;
  const rows: unknown[][] = [];
  for (const table of [...tables, ...others]) rows.push(await db.select().from(table as typeof offers));
  return rows.map((each) => each.map((row) => JSON.stringify(row)).sort());
}

test('a mail scanner that opens every link with scripts enabled changes nothing', async ({
  browser,
  page,
  server,
  cable,
  complaints,
}) => {
  // A scanner has no session, so the app logs 4xx errors for the pages it opens.
  complaints.allow(/status of 4\d\d/);
  const received = await mailsOf(server);
  const linksOf = ({ html, text }: { html: string; text: string }) => [
    ...[...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
    ...(text.match(/https?:\/\/\S+/g) ?? []),
  ];
  const paths = [...new Set(received.flatMap(linksOf).map((link) => link.replace(/^https?:\/\/[^/]+/, '')))];
  for (const expected of [
    /^\/c\/off_/,
    /^\/c\/reminders\//,
    /^\/reset\/password/,
    /^\/verify\/email/,
    /review\?offer=/,
  ])
    expect(paths.filter((path) => expected.test(path))).not.toEqual([]);

  const before = await everything(server);
  for (const path of paths) {
    const context = await browser.newContext({ baseURL: cable.url });
    const scanner = await context.newPage();
    // The scanner accepts every dialog.
    scanner.on('dialog', (dialog) => void dialog.accept());
    const answer = await scanner.goto(path);
    expect([path, answer?.status()]).toEqual([path, 200]);
    await scanner.waitForLoadState('networkidle');
    await context.close();
  }
  const after = await everything(server);
  for (const [i, rows] of after.entries()) expect(rows).toEqual(before[i]);

  // The same link takes effect once its button is pressed.
  const off = paths.find((path) => path.startsWith('/c/reminders/')) ?? '';
  await page.goto(off);
  await page.getByRole('button', { name: 'Turn reminders off' }).click();
  await expect(page.getByRole('heading', { name: 'Reminders are off' })).toBeVisible();
  const [, profileId = ''] = /(cre_\w+)/.exec(off) ?? [];
  const [profile] = await server.db.select().from(creatorProfiles).where(eq(creatorProfiles.id, profileId));
  expect(profile?.remindersOffAt).not.toBeNull();
});
