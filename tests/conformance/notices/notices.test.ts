import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { requestedChange } from '#domain/offers/change-templates.ts';
import { type MoveName, moveNames, offerMoves } from '#domain/offers/offer-moves.ts';
import { writeBrand } from '#server/database/brand-scope.ts';
import { mails } from '#server/database/tables/account-tables.ts';
import { creatorProfiles } from '#server/database/tables/creator-tables.ts';
import { pushDevices } from '#server/database/tables/push-tables.ts';
import { brands, campaigns } from '#server/database/tables/tables.ts';
import { expireOverdueOffers, makeEarningsDue, settleOffers } from '#server/services/campaigns/due-offers.ts';
import { invite } from '#server/services/moves/invite.ts';
import { makeMove } from '#server/services/moves/make-move.ts';
import { afterMove } from '#server/services/notices/after-move.ts';
import { moveNow } from '#tests/support/calls/offers.ts';
import { apiServer } from '#tests/support/servers/api-server.ts';
import { mailCollector } from '#tests/support/services/mail.ts';

const { server, given } = await apiServer();
const deliver = mailCollector(server);
let brandId: string;
let creatorId: string;
let campaignId: string;
let offerId: string;

let stories = 0;
async function begin(asks: NonNullable<(typeof campaigns.$inferInsert)['asks']>): Promise<void> {
  stories += 1;
  await server.db.delete(mails);
  const email = `owner${stories}@brands.test`;
  brandId = await given.brand({ name: 'Harbour Tea', email });
  campaignId = await given.campaign(brandId, { name: 'Winter tea', asks, requiredHashtag: 'harbour' });
  creatorId = await given.creator(brandId, { firstName: 'Ada', username: `ada${stories}` });
  await given.person(brandId, creatorId, { email: `ada${stories}@creators.test` });
  await given.pushDevice(brandId);
}

const link = () => `https://www.tiktok.com/@ada${stories}/video/7${String(stories).padStart(17, '0')}`;
const draft = (name: string) => ({
  video: `/files/${name}.mp4`,
  posterUrl: `/files/${name}.webp`,
  caption: 'First sip',
});
const reason = '0:07 Show the label <b>longer</b>.';
const note = { ...requestedChange('CUSTOM', 'Harbour Tea'), variables: { reason } };

const ways: Partial<Record<MoveName, () => Promise<unknown>>> = {
  invite: async () => {
    const offer = await writeBrand({ db: server.db, brandId }, (writer) =>
      invite(writer, { campaignId, creatorId, now: server.clock.now() }, afterMove),
    );
    offerId = offer.id;
  },
  expire: async () => {
    server.clock.advance(8 * 86_400_000);
    await expireOverdueOffers(server.db, server.clock.now());
  },
  'fall-due': async () => {
    await server.db.update(campaigns).set({ workerStatus: 'ENDED_SUCCESSFULLY' }).where(eq(campaigns.id, campaignId));
    await writeBrand({ db: server.db, brandId }, (writer) => makeEarningsDue(writer, campaignId, server.clock.now()));
  },
  'clear-earning': async () => {
    const now = server.clock.now();
    await server.db.update(campaigns).set({ settledAt: now }).where(eq(campaigns.id, campaignId));
    await writeBrand({ db: server.db, brandId }, (writer) => settleOffers(writer, campaignId, now));
  },
};

/** Makes a move as the first party allowed to. */
function make(move: MoveName, input: object): Promise<unknown> {
  const way = ways[move];
  if (way !== undefined) return way();
  const [by] = offerMoves[move].by;
  return moveNow(server, brandId, { move, input, offerId, by } as Parameters<typeof moveNow>[2]);
}

/** A move, its input, the subject of the creator's email, and whether the brand gets an email and a push. */
type Step = [move: MoveName, input: object, subject: string | null, brand?: 'brand'];
const made = new Set<MoveName>();

async function play(steps: readonly Step[]): Promise<void> {
  for (const [move, input, subject, brand] of steps) {
    server.clock.advance(60_000);
    const device = eq(pushDevices.brandId, brandId);
    await server.db.update(pushDevices).set({ offerId: null, dueAt: null }).where(device);
    await make(move, input);
    made.add(move);
    const received = await deliver();
    const toCreator = received.filter(({ to }) => to.endsWith('@creators.test'));
    const at = `${stories}: ${move}`;
    const subjects = toCreator.map((mail) => mail.subject);
    expect(subjects, at).toEqual(subject === null ? [] : [subject]);
    for (const { text, html, unsubscribeUrl } of toCreator) {
      const url = `https://afield.test/c/${await server.linkOf(offerId)}`;
      expect(text, at).toContain(`\n${url}\n`);
      expect(html, at).toContain(`href="${url}"`);
      expect(unsubscribeUrl, at).toBeNull();
      expect(text, at).toMatch(/^Hello Ada,\n/);
    }
    expect(received.length - toCreator.length, at).toBe(brand ? 1 : 0);
    const [row] = await server.db.select().from(pushDevices).where(device);
    expect(row?.offerId, at).toBe(brand ? offerId : null);
    // The brand gets at most one email an hour; deleting the last one lets each move send another.
    await server.db.delete(mails).where(and(eq(mails.brandId, brandId), eq(mails.kind, 'submissions-wait')));
  }
}

const invited = 'Harbour Tea would like to work with you';

test('each move from invitation to earning notifies the parties in the table of notices', async () => {
  await begin(['CONTRACT', 'PACKAGE', 'CUSTOM_CAPTION', 'DRAFT']);
  await play([
    ['invite', {}, invited],
    ['accept', {}, null],
    ['receive-contract', {}, 'Where should Harbour Tea send your package?'],
    ['give-address', { address: '1 Mill Road' }, null],
    ['send-package', { carrier: 'DHL', tracking: '00340' }, 'Your package is on its way'],
    ['lose-package', {}, null],
    ['send-package', { carrier: 'DHL', tracking: null }, 'Your package is on its way'],
    ['give-caption', { caption: 'On the road' }, null],
    ['return-caption', { reason: 'Name the tea.' }, 'Your caption needs changes'],
    ['give-caption', { caption: 'Harbour on the road' }, null],
    ['clear-caption', {}, 'Harbour Tea is waiting for your draft'],
    ['submit-draft', draft('a'), 'Harbour Tea is reviewing your draft', 'brand'],
    ['replace-draft', draft('b'), 'Harbour Tea is reviewing your draft', 'brand'],
    ['request-changes', { requestedChanges: [note] }, 'Harbour Tea requested changes'],
    ['submit-draft', draft('c'), 'Harbour Tea is reviewing your draft', 'brand'],
    ['approve', {}, 'Time to post: Harbour Tea approved your draft'],
    ['take-back', {}, 'Please don’t post yet: Harbour Tea took back their approval'],
    ['approve', {}, 'Time to post: Harbour Tea approved your draft'],
    ['submit-link', { link: link() }, 'Harbour Tea is reviewing your link', 'brand'],
    ['replace-link', { link: link() }, 'Harbour Tea is reviewing your link', 'brand'],
    ['approve', {}, 'Your post is approved'],
    ['fall-due', {}, null],
    ['clear-earning', {}, 'Your earnings are final'],
  ]);
});

test('the end of an offer, and its resumption, are announced', async () => {
  await begin(['PARENT_CONTRACT', 'DRAFT']);
  await play([
    ['invite', {}, invited],
    ['accept', {}, null],
    ['receive-parent-contract', {}, 'Harbour Tea is waiting for your draft'],
    ['expire', {}, 'Your offer from Harbour Tea has expired'],
    ['reopen', {}, 'Your offer from Harbour Tea is open again'],
    ['withdraw', {}, null],
  ]);
  await begin([]);
  await play([
    ['invite', {}, invited],
    ['decline', {}, null],
    ['reopen', {}, 'Your offer from Harbour Tea is open again'],
    ['invalidate', { reason: 'The account was sold.' }, 'Your offer from Harbour Tea was canceled'],
    ['reopen', {}, 'Your offer from Harbour Tea is open again'],
    ['accept', {}, null],
    ['submit-link', { link: link() }, 'Harbour Tea is reviewing your link', 'brand'],
    ['invalidate', { reason: 'The account was sold.' }, 'Your offer from Harbour Tea was canceled'],
    ['reopen', {}, 'Your offer from Harbour Tea is open again', 'brand'],
    ['approve', {}, 'Your post is approved'],
    ['remove-post', {}, 'Your post is no longer available'],
  ]);
});

test('the tests above made every move', () => {
  expect([...made].sort()).toEqual([...moveNames].sort());
});

const now = () => server.clock.now();
const readOutbox = () => server.db.select().from(mails);

/** Starts a scenario whose offer is in the brand's review. */
async function toReview(): Promise<void> {
  await begin([]);
  await server.db
    .update(campaigns)
    .set({ asks: ['DRAFT'] })
    .where(eq(campaigns.id, campaignId));
  await play([
    ['invite', {}, invited],
    ['accept', {}, null],
    ['submit-draft', draft('a'), 'Harbour Tea is reviewing your draft', 'brand'],
  ]);
}

test('an email about changes has their notes, seconds, picture and the time left, and escapes markup', async () => {
  await toReview();
  const hidden = { note: 'Your hand covers it.', atSeconds: 64 };
  const changes = [
    requestedChange('ENSURE_BRAND_VISIBILITY', 'Harbour Tea'),
    requestedChange('REMOVE_COMPETING_BRANDS', 'Harbour Tea', hidden),
    requestedChange('REMOVE_COMPETING_BRANDS', 'Harbour Tea', { note: 'And in the mirror.', atSeconds: 70 }),
    note,
  ];
  await make('request-changes', { requestedChanges: changes });
  const [mail] = await deliver();
  expect(mail?.text).toContain('- Ensure brand visibility: Show Harbour Tea clearly within the first 10 seconds');
  expect(mail?.text).toMatch(/- Remove competing brands, at 1:04: Remove other brands .* Your hand covers it\./);
  expect(mail?.text).toContain('- Remove competing brands, at 1:10: And in the mirror.');
  expect(mail?.text).toContain('- Remark: 0:07 Show the label <b>longer</b>.');
  expect(mail?.text).toMatch(/Please send your updated version by Mar \d+, 2026, \d\d:\d\d UTC\./);
  expect(mail?.html).toContain('0:07 Show the label &lt;b&gt;longer&lt;/b&gt;.');
  expect(mail?.html).toContain('<img src="https://afield.test/files/a.webp"');
});

test('an approval asks the creator to post the draft, with the hashtag and the platform', async () => {
  await toReview();
  await make('approve', {});
  const [mail] = await deliver();
  expect(mail?.text).toContain(`Post it on TikTok as @ada${stories} with #harbour, then paste the link`);
});

test('later events are announced only by their own email', async () => {
  await toReview();
  await make('request-changes', { requestedChanges: [note] });
  await make('submit-draft', draft('d'));
  const toCreator = async () =>
    (await deliver()).flatMap(({ to, subject }) => (to.endsWith('@creators.test') ? subject : []));
  expect(await toCreator()).toEqual(['Harbour Tea is reviewing your draft']);
  await make('approve', {});
  await make('withdraw', {});
  expect(await toCreator()).toEqual([]);
});

test('a former address gets no email meant for it after it was changed', async () => {
  await begin([]);
  await make('invite', {});
  const [mail] = await readOutbox();
  expect(mail?.recipient).toBe(`ada${stories}@creators.test`);
  await server.db
    .update(creatorProfiles)
    .set({ email: `new${stories}@creators.test` })
    .where(eq(creatorProfiles.email, `ada${stories}@creators.test`));
  expect(await deliver()).toEqual([]);
  expect((await readOutbox())[0]?.status).toBe('DROPPED');
});

test('an invitation to a campaign that has since ended isn’t sent', async () => {
  await begin([]);
  await make('invite', {});
  await server.db.update(campaigns).set({ workerStatus: 'ENDED_UNSUCCESSFULLY' }).where(eq(campaigns.id, campaignId));
  expect(await deliver()).toEqual([]);
});

test('a creator known only to the brand has no address, and the offer still proceeds', async () => {
  await begin([]);
  creatorId = await given.creator(brandId, { username: `nobody${stories}` });
  await make('invite', {});
  await make('accept', {});
  expect(await readOutbox()).toEqual([]);
});

test('a failed move notifies no party', async () => {
  await toReview();
  await server.db.delete(mails);
  await expect(
    writeBrand({ db: server.db, brandId }, async (writer) => {
      await makeMove(writer, { move: 'approve', input: {}, offerId, by: 'brand', now: now() }, afterMove);
      throw new Error('The transaction ends here');
    }),
  ).rejects.toThrow('ends here');
  expect(await readOutbox()).toEqual([]);
});

beforeEach(() => async () => {
  expect(server.errors).toEqual([]);
  if (brandId) await server.db.delete(brands).where(eq(brands.id, brandId));
});
